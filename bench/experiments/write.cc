// Serialising documents against yyjson: interleaved rounds, MB/s of output.
//   P: a peer's install folder; B: a build of weft
//   clang++-19 -O2 -march=native -std=c++17 -Iinclude -I$P/include bench/experiments/write.cc $B/libweft.a $P/lib/libyyjson.a
//     -o write && taskset -c 1 ./write <corpora>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include <weft/json.h>
#include <yyjson.h>

static double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
struct Case {
    std::string name;
    std::function<size_t()> run;
    std::vector<double> times;
};
int main(int argc, char **argv) {
    std::string corpora = argc > 1 ? argv[1] : ".";
    int rounds = argc > 2 ? atoi(argv[2]) : 21;
    for (const char *name : { "twitter", "citm_catalog", "canada", "github_events", "mesh", "mesh.pretty" }) {
        std::ifstream f(corpora + "/" + name + ".json", std::ios::binary);
        std::stringstream all;
        all << f.rdbuf();
        std::string s = all.str();
        weft_doc *doc = weft_doc_read(weft_str{ s.data(), s.size() }, nullptr, nullptr);
        yyjson_doc *peer = yyjson_read(s.data(), s.size(), 0);
        if (!doc || !peer) return 1;
        weft_json root = weft_doc_root(doc);
        weft_buf reused = {};
        weft_write_opts pretty = {};
        pretty.pretty = true;
        pretty.indent_width = 4;
        std::vector<char> pool(16 << 20);
        yyjson_alc alc;
        std::vector<Case> cases = {
            { "weft", [&] { reused.len = 0; weft_json_write(root, &reused, nullptr, nullptr); return reused.len; }, {} },
            { "yyjson pool", [&] { size_t n; yyjson_alc_pool_init(&alc, pool.data(), pool.size()); yyjson_write_opts(peer, 0, &alc, &n, nullptr); return n; }, {} },
            { "weft malloc", [&] { weft_buf b = {}; weft_json_write(root, &b, nullptr, nullptr); weft_buf_free(&b); return reused.len; }, {} },
            { "yyjson malloc", [&] { size_t n; free(yyjson_write(peer, 0, &n)); return n; }, {} },
            { "weft pretty", [&] { reused.len = 0; weft_json_write(root, &reused, &pretty, nullptr); return reused.len; }, {} },
            { "yyjson pretty", [&] { size_t n; yyjson_alc_pool_init(&alc, pool.data(), pool.size()); yyjson_write_opts(peer, YYJSON_WRITE_PRETTY, &alc, &n, nullptr); return n; }, {} },
        };
        std::vector<int> repeats;
        std::vector<size_t> bytes;
        for (auto &c : cases) {
            c.run();
            double a = now();
            bytes.push_back(c.run());
            repeats.push_back(std::max(1, (int)(5e-4 / (now() - a))));
        }
        for (int r = 0; r < rounds; r++)
            for (size_t i = 0; i < cases.size(); i++) {
                double a = now();
                for (int k = 0; k < repeats[i]; k++) cases[i].run();
                cases[i].times.push_back((now() - a) / repeats[i]);
            }
        for (auto &c : cases) std::sort(c.times.begin(), c.times.end());
        printf("%-14s", name);
        for (size_t i = 0; i < cases.size(); i += 2) {
            auto &a = cases[i], &b = cases[i + 1];
            printf("  %s %.0f MB/s x%.2f (median %.2f)", a.name.c_str(), (double)bytes[i] / a.times[0] / 1e6,
                   b.times[0] / a.times[0], b.times[rounds / 2] / a.times[rounds / 2]);
        }
        printf("\n");
        fflush(stdout);
    }
}
