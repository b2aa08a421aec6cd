/* Which adapters were built in: the build defines WEFT_BENCH_HAS_<ENGINE>. */
#ifndef WEFT_BENCH_ENGINES_LIST_H
#ifdef WEFT_BENCH_HAS_MSGPACK
#define WEFT_BENCH_MSGPACK bench_engine_msgpack,
#else
#define WEFT_BENCH_MSGPACK
#endif
#ifdef WEFT_BENCH_HAS_CBOR
#define WEFT_BENCH_CBOR bench_engine_cbor,
#else
#define WEFT_BENCH_CBOR
#endif
#ifdef WEFT_BENCH_HAS_PROTOBUFC
#define WEFT_BENCH_PROTOBUFC bench_engine_protobufc,
#else
#define WEFT_BENCH_PROTOBUFC
#endif
#ifdef WEFT_BENCH_HAS_NANOPB
#define WEFT_BENCH_NANOPB bench_engine_nanopb,
#else
#define WEFT_BENCH_NANOPB
#endif
#ifdef WEFT_BENCH_HAS_BSON
#define WEFT_BENCH_BSON bench_engine_bson,
#else
#define WEFT_BENCH_BSON
#endif
#ifdef WEFT_BENCH_HAS_AVRO
#define WEFT_BENCH_AVRO bench_engine_avro,
#else
#define WEFT_BENCH_AVRO
#endif
#define WEFT_BENCH_ENGINES_LIST_H

bench_engine_fn bench_engine_weft, bench_engine_yyjson, bench_engine_simdjson, bench_engine_rapidjson,
    bench_engine_jansson, bench_engine_jsonc, bench_engine_cjson, bench_engine_nlohmann, bench_engine_wrong,
    bench_engine_weft_typed, bench_engine_weft_more, bench_engine_ondemand, bench_engine_handc, bench_engine_memcpy,
    bench_engine_msgpack, bench_engine_cbor, bench_engine_protobufc, bench_engine_nanopb, bench_engine_bson,
    bench_engine_avro;

#ifdef WEFT_BENCH_HAS_YYJSON
#define WEFT_BENCH_YYJSON bench_engine_yyjson,
#else
#define WEFT_BENCH_YYJSON
#endif
#ifdef WEFT_BENCH_HAS_SIMDJSON
#define WEFT_BENCH_SIMDJSON bench_engine_simdjson, bench_engine_ondemand,
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
    bench_engine_weft, bench_engine_weft_typed, bench_engine_weft_more,                                                \
        WEFT_BENCH_YYJSON WEFT_BENCH_SIMDJSON WEFT_BENCH_RAPIDJSON WEFT_BENCH_JSONC WEFT_BENCH_CJSON                   \
            WEFT_BENCH_NLOHMANN WEFT_BENCH_MSGPACK WEFT_BENCH_CBOR WEFT_BENCH_PROTOBUFC WEFT_BENCH_NANOPB              \
                WEFT_BENCH_BSON WEFT_BENCH_AVRO bench_engine_jansson,                                                  \
        bench_engine_handc, bench_engine_memcpy

#endif
