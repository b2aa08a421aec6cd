# A thin front: each target installs what is missing, then asks CMake. `make help` lists them.
BUILD  := build/release
JOBS   := $(shell nproc 2>/dev/null || echo 2)
PREFIX ?= /usr/local
FILE   ?=
TWITTER := $(wildcard ../shared/conformance/corpora/twitter.json)
FUZZ_SECONDS ?= 10

.PHONY: help demo test test-sanitize test-thread test-cross fuzz format lint install amalgamate \
        bench-build bench bench-report clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-15s %s\n", $$1, $$2 }' Makefile

demo: ## the main job on a sample, and on FILE=some.json
	@sh tools/deps.sh build
	@sh tools/build.sh release -DWEFT_BUILD_TESTS=OFF -- example_demo weft_cli
	@$(BUILD)/bin/demo $(if $(FILE),"$(FILE)",examples/data/stations.json $(TWITTER))

test: ## the whole test suite
	@sh tools/deps.sh build test
	@sh tools/build.sh release -DWEFT_BUILD_TESTS=ON --
	@ctest --test-dir $(BUILD) --output-on-failure --no-tests=error -j$(JOBS)

test-sanitize: ## the test suite under AddressSanitizer and UndefinedBehaviorSanitizer
	@sh tools/deps.sh build test
	@sh tools/build.sh sanitize --
	@ctest --test-dir build/sanitize --output-on-failure --no-tests=error -j$(JOBS)

test-thread: ## the test suite under ThreadSanitizer
	@sh tools/deps.sh build test
	@sh tools/build.sh tsan --
	@ctest --test-dir build/tsan --output-on-failure --no-tests=error -j$(JOBS)

test-cross: ## the tests for other processors, run by qemu: aarch64, riscv64, i686, s390x
	@sh tools/deps.sh build cross
	@sh tests/cross/run.sh

fuzz: ## each fuzz target for FUZZ_SECONDS
	@sh tools/deps.sh build fuzz
	@sh tools/build.sh fuzz --
	@sh tests/fuzz/run.sh build/fuzz/bin $(FUZZ_SECONDS)

format: ## clang-format over all sources
	@sh tools/deps.sh lint
	@git ls-files -co --exclude-standard '*.c' '*.h' | xargs clang-format -i

lint: ## format check, clang-tidy, cppcheck
	@sh tools/deps.sh build test lint
	@sh tools/build.sh debug -- weft
	@sh tools/lint.sh build/debug

install: ## to PREFIX (default /usr/local)
	@sh tools/deps.sh build
	@sh tools/build.sh release -DWEFT_BUILD_TESTS=OFF -DCMAKE_INSTALL_PREFIX="$(PREFIX)" --
	@cmake --install $(BUILD)

amalgamate: ## dist/weft.h and dist/weft.c
	@sh tools/amalgamate.sh dist

bench-build: ## the scoreboard and the peers it knows
	@sh tools/deps.sh build bench
	@sh bench/run.sh build

bench: ## a measured run
	@sh tools/deps.sh build bench
	@sh bench/run.sh run

bench-report: ## the last results as tables
	@sh bench/run.sh report

clean: ## removes build/ and dist/
	@rm -rf build dist
