// Numbers against fast_float (parsing) and zmij, xjb (printing): interleaved rounds, min and median of ns a number.
//   FF, ZMIJ, XJB: where those are; B: a build of weft
//   clang++-19 -O2 -march=native -std=c++17 -Iinclude -Isrc -I$FF/include -I$ZMIJ bench/experiments/numbers.cc \
//     $ZMIJ/zmij.cc $XJB/src/... $B/libweft.a -o numbers && taskset -c 1 ./numbers <corpora>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "fast_float/fast_float.h"
#include <weft/text.h>
#ifdef WITH_ZMIJ
#include "zmij.h"
#endif
#ifdef WITH_XJB
char *xjb_ftoa(double v, char *buf);
#endif
// The kernels, as the library's own readers and writers call them.
extern "C" {
struct weft__text_kernels {
    const char *(*number_parse)(const char *p, void *out);
    const char *(*real_parse)(const char *p, double *out);
    char *(*real_print)(double value, char *out, bool plain);
    char *(*uint_print)(uint64_t value, char *out);
};
extern const weft__text_kernels *weft__text_chosen;
}

static double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
struct Case {
    std::string name;
    std::function<void()> run;
    std::vector<double> times;
};
static void run_cases(const std::string &title, std::vector<Case> cases, double items, int rounds) {
    std::vector<int> repeats;
    for (auto &c : cases) {
        c.run();
        double a = now();
        c.run();
        repeats.push_back(std::max(1, (int)(3e-4 / (now() - a))));
    }
    for (int r = 0; r < rounds; r++)
        for (size_t i = 0; i < cases.size(); i++) {
            double a = now();
            for (int k = 0; k < repeats[i]; k++) cases[i].run();
            cases[i].times.push_back((now() - a) / repeats[i]);
        }
    printf("%-16s", title.c_str());
    double first = 0, first_median = 0;
    for (auto &c : cases) {
        std::sort(c.times.begin(), c.times.end());
        double least = c.times[0] / items * 1e9, median = c.times[c.times.size() / 2] / items * 1e9;
        if (first == 0) first = least, first_median = median;
        printf("  %s %.2f (%.2f/%.2f)", c.name.c_str(), least, least / first, median / first_median);
    }
    printf("\n");
    fflush(stdout);
}
static std::vector<std::string> numbers_of(const std::string &path) {
    std::ifstream f(path, std::ios::binary);
    std::stringstream all;
    all << f.rdbuf();
    std::string s = all.str();
    std::vector<std::string> v;
    for (size_t i = 0; i < s.size();) {
        if (s[i] == '"') {
            for (i++; s[i] != '"'; i++)
                if (s[i] == '\\') i++;
            i++;
        } else if (s[i] == '-' || (s[i] >= '0' && s[i] <= '9')) {
            size_t b = i;
            while (i < s.size() && strchr("+-0123456789.eE", s[i])) i++;
            v.push_back(s.substr(b, i - b));
        } else i++;
    }
    return v;
}
int main(int argc, char **argv) {
    std::string corpora = argc > 1 ? argv[1] : ".";
    int rounds = argc > 2 ? atoi(argv[2]) : 21;
    std::mt19937_64 g(42);
    auto format = [](const char *f, double d) {
        char b[64];
        snprintf(b, 64, f, d);
        return std::string(b);
    };
    std::vector<std::pair<std::string, std::vector<std::string>>> sets;
    sets.push_back({ "canada", numbers_of(corpora + "/canada.json") });
    sets.push_back({ "mesh", numbers_of(corpora + "/mesh.json") });
    std::vector<std::string> random, uniform, decimals;
    while (random.size() < 50000) {
        uint64_t u = g();
        double d;
        memcpy(&d, &u, 8);
        if (d - d == 0) random.push_back(format("%.17g", d));
        uniform.push_back(format("%.17g", (double)(g() >> 11) * 0x1p-53));
        char f[8];
        snprintf(f, 8, "%%.%df", (int)(1 + g() % 6));
        decimals.push_back(format(f, (double)(g() % 1000000) / 1000));
    }
    sets.push_back({ "random bits", random });
    sets.push_back({ "uniform", uniform });
    sets.push_back({ "short decimals", decimals });
    double first;
    weft_real_parse(weft_str{ "1", 1 }, &first); // chooses
    const weft__text_kernels *k = weft__text_chosen;
    static char out[64];
    volatile double sink = 0;
    (void)sink;
    for (auto &set : sets) {
        std::string text;
        std::vector<uint32_t> at;
        for (auto &s : set.second) {
            at.push_back((uint32_t)text.size());
            text += s;
            text += ',';
        }
        size_t len = text.size();
        text.append(128, 0);
        const char *base = text.data(), *end = base + len;
        std::vector<double> values;
        for (auto o : at) {
            double x;
            weft_real_parse(weft_str{ base + o, len - o }, &x);
            values.push_back(x);
        }
#define PARSE(body)                                                                                                    \
    [&] {                                                                                                              \
        double sum = 0;                                                                                                \
        for (auto o : at) {                                                                                            \
            double x = 0;                                                                                              \
            const char *p = base + o;                                                                                  \
            body;                                                                                                      \
            sum += x;                                                                                                  \
        }                                                                                                              \
        sink = sum;                                                                                                    \
    }
        run_cases("parse " + set.first,
                  { { "kernel", PARSE(k->real_parse(p, &x)), {} },
                    { "weft_real_parse", PARSE(weft_real_parse(weft_str{ p, (size_t)(end - p) }, &x)), {} },
                    { "fast_float", PARSE(fast_float::from_chars(p, end, x)), {} },
                    { "fast_float json", PARSE(fast_float::from_chars(p, end, x, fast_float::chars_format::json)), {} } },
                  (double)at.size(), rounds);
#define PRINT(body)                                                                                                    \
    [&] {                                                                                                              \
        for (double v : values) { body; }                                                                              \
    }
        run_cases("print " + set.first,
                  { { "kernel", PRINT(k->real_print(v, out, true)), {} },
                    { "weft_real_print", PRINT(weft_real_print(v, out)), {} },
#ifdef WITH_ZMIJ
                    { "zmij", PRINT(zmij::write(out, sizeof out, v)), {} },
#endif
#ifdef WITH_XJB
                    { "xjb", PRINT(xjb_ftoa(v, out)), {} },
#endif
                  },
                  (double)values.size(), rounds);
    }
}
