/* Which adapters were built in: the build defines WEFT_BENCH_HAS_<ENGINE>. */
#ifndef WEFT_BENCH_ENGINES_LIST_H
#define WEFT_BENCH_ENGINES_LIST_H

bench_engine_fn bench_engine_weft, bench_engine_yyjson, bench_engine_simdjson, bench_engine_rapidjson,
    bench_engine_jansson, bench_engine_jsonc, bench_engine_cjson, bench_engine_nlohmann, bench_engine_wrong,
    bench_engine_weft_typed;

#ifdef WEFT_BENCH_HAS_YYJSON
#define WEFT_BENCH_YYJSON bench_engine_yyjson,
#else
#define WEFT_BENCH_YYJSON
#endif
#ifdef WEFT_BENCH_HAS_SIMDJSON
#define WEFT_BENCH_SIMDJSON bench_engine_simdjson,
#else
#define WEFT_BENCH_SIMDJSON
#endif
#ifdef WEFT_BENCH_HAS_RAPIDJSON
#define WEFT_BENCH_RAPIDJSON bench_engine_rapidjson,
#else
#define WEFT_BENCH_RAPIDJSON
#endif
#ifdef WEFT_BENCH_HAS_JSONC
#define WEFT_BENCH_JSONC bench_engine_jsonc,
#else
#define WEFT_BENCH_JSONC
#endif
#ifdef WEFT_BENCH_HAS_CJSON
#define WEFT_BENCH_CJSON bench_engine_cjson,
#else
#define WEFT_BENCH_CJSON
#endif
#ifdef WEFT_BENCH_HAS_NLOHMANN
#define WEFT_BENCH_NLOHMANN bench_engine_nlohmann,
#else
#define WEFT_BENCH_NLOHMANN
#endif
#define WEFT_BENCH_ENGINES                                                                                             \
    bench_engine_weft, bench_engine_weft_typed,                                                                        \
        WEFT_BENCH_YYJSON WEFT_BENCH_SIMDJSON WEFT_BENCH_RAPIDJSON WEFT_BENCH_JSONC WEFT_BENCH_CJSON                   \
            WEFT_BENCH_NLOHMANN bench_engine_jansson

#endif
