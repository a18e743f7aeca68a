// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/writers/random_captures.h"

#include <algorithm>
#include <utility>

namespace dimscope::test_support {

namespace {

using Texts = std::vector<std::string>;

class Lines {
 public:
    Lines(std::mt19937& random, Oddities oddities) : m_random(random), m_oddities(oddities) {}

    std::string call() {
        std::string line =
            "{\"module\": \"" + one({"unet", "clip", "a\\\"b"}) + "\", \"batch_size\": " + batch();
        if (dice(4) == 0) {
            line += ", \"time\": \"2026-03-17T09:12:0" + one({"1", "2"}) + "Z\"";
        }
        if (dice(4) == 0) {
            line += ", \"label\": \"" + one({"warm-up", "\u00e9"}) + "\"";
        }
        if (dice(5) == 0) {
            line += ", \"call\": " + one({"1", "2"});
        }
        const std::string phase = one({"null", "null", "\"prefill\"", "\"decode\""});
        return line + sides(phase, [this](std::size_t rank) { return shape(rank); });
    }

    /// The same two tensors in either order: one summary for any reader.
    std::string plainSummary() {
        const auto entry = [](const std::string& name) {
            return "{\"access_path\": \"" + name + "\", \"semantic_path\": \"" + name +
                   "\", \"dtype\": \"torch.float16\", \"shape\": [\"batch0\"], \"min_shape\": [1], "
                   "\"max_shape\": [4]}";
        };
        return "{\"module\": \"clip\", \"summary\": true, \"graph\": \"0\", \"inputs\": {\"tensor_data\": " +
               array({entry("x"), entry("y")}) +
               ", \"other_data\": [], \"strict\": true, \"llm_phase\": null}, \"outputs\": {\"tensor_data\": "
               "[], "
               "\"other_data\": [], \"strict\": true, \"llm_phase\": null}}\n";
    }

    std::string summary() {
        std::string line = "{\"module\": \"" + one({"unet", "clip"}) + "\", \"summary\": true";
        line += one({"", ", \"graph\": \"0\"", ", \"graph\": \"0/2\""});
        return line + sides("null", [this](std::size_t rank) { return range(rank); });
    }

 private:
    std::size_t dice(std::size_t sides) {
        return std::uniform_int_distribution<std::size_t>(0, sides - 1)(m_random);
    }
    std::string one(const Texts& texts) { return texts[dice(texts.size())]; }
    std::string batch() { return one({"1", "2", "4", "null"}); }

    std::string shape(std::size_t rank) {
        std::string sizes;
        for (std::size_t axis = 0; axis < rank; ++axis) {
            sizes += (axis == 0 ? "" : ", ") + one({"2", "4", "8"});
        }
        return "\"shape\": [" + sizes + "]";
    }

    std::string range(std::size_t rank) {
        std::string symbols;
        std::string sizes;
        for (std::size_t axis = 0; axis < rank; ++axis) {
            symbols += (axis == 0 ? "\"batch" : ", \"dim") + std::to_string(axis) + "\"";
            sizes += axis == 0 ? "2" : ", 2";
        }
        const std::string highest = rank == 0 ? "" : one({"4", "8"}) + sizes.substr(1);
        return "\"shape\": [" + symbols + "], \"min_shape\": [" + sizes + "], \"max_shape\": [" + highest +
               "]";
    }

    template <class Shape>
    std::string tensor(const std::string& access, const std::string& path, std::size_t rank,
                       const Shape& shape) {
        return "{\"access_path\": \"" + access + "\", \"semantic_path\": " + path + ", \"dtype\": " +
               one({"null", "\"torch.float16\"", "\"torch.float16\"", "\"torch.float32\""}) + ", " +
               shape(rank) + "}";
    }

    std::string array(Texts entries) {
        if (dice(3) == 0) {
            std::shuffle(entries.begin(), entries.end(), m_random);
        }
        std::string out = "[";
        for (const std::string& entry : entries) {
            out += (out.size() > 1 ? ", " : "") + entry;
        }
        return out + "]";
    }

    std::string others(const std::string& path) {
        Texts values{"1", "true", "1.0", "\"on\"", "null", "{\"k\": [1, 2.5]}"};
        if (m_oddities == Oddities::included) {
            values.emplace_back("NaN");
            values.emplace_back("\"\\u006fn\"");
        }
        Texts entries;
        for (const char* name : {"flag", "mode"}) {
            if (dice(3) == 0) {
                const std::string written = dice(5) == 0 ? "written" : path + name;
                entries.push_back("{\"access_path\": \"" + written + "\", \"semantic_path\": \"" + name +
                                  "\", \"value\": " + one(values) + "}");
            }
        }
        return array(entries);
    }

    template <class Shape>
    std::string sides(const std::string& phase, const Shape& shape) {
        const std::string strict = one({"true", "true", "false"});
        Texts inputs{tensor(one({"x", "x", "odd"}), "\"x\"", dice(5) == 0 ? 2 : 1, shape)};
        if (dice(2) == 0) {
            inputs.push_back(
                tensor(one({"opts.mask", "opts[\\\"mask\\\"]"}), "[\"opts\", \"mask\"]", 2, shape));
        }
        Texts outputs{tensor("output[0]", "0", dice(6) == 0 ? 1 : 2, shape)};
        if (dice(4) == 0) {
            outputs.push_back(tensor("output[10]", "10", 0, shape));
        }
        return ", \"inputs\": {\"tensor_data\": " + array(inputs) + ", \"other_data\": " + others("") +
               ", \"strict\": " + strict + ", \"llm_phase\": " + phase +
               "}, \"outputs\": {\"tensor_data\": " + array(outputs) +
               ", \"other_data\": " + others("output.") + ", \"strict\": " + one({strict, "true"}) +
               ", \"llm_phase\": " + one({"null", phase}) + "}}\n";
    }

    std::mt19937& m_random;
    Oddities m_oddities;
};

}  // namespace

std::vector<std::string> randomLines(std::mt19937& random, std::size_t count, Oddities oddities) {
    Lines lines(random, oddities);
    std::vector<std::string> out;
    while (out.size() < count) {
        const auto kind = random() % 10;
        out.push_back(kind == 0 ? lines.plainSummary() : kind == 1 ? lines.summary() : lines.call());
        while (out.size() < count && random() % 4 == 0) {
            out.push_back(out[random() % out.size()]);  // a repeat
        }
    }
    return out;
}

std::string captureText(const std::vector<std::string>& lines) {
    std::string text =
        "{\"format\": \"dimscope.capture\", \"version\": 1, \"producer\": \"a test\", \"started_at\": "
        "\"2026-11-30T20:11:52Z\"}\n";
    for (const std::string& line : lines) {
        text += line;
    }
    return text;
}

}  // namespace dimscope::test_support
