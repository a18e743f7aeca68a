// SPDX-License-Identifier: GPL-3.0-or-later
// Stands in the place of the program that works with tensors and misbehaves in the way that the environment's
// FAKE_WORKER names. A script of lines, one command each:
//   print TEXT   a line on the standard output          error TEXT   one on the standard error
//   part TEXT    the same without its newline           flood BYTES  that many letters without a newline
//   lines N      that many lines of progress            pid FILE     writes the process id
//   signal N     ends by that signal                    exit CODE    ends
//   hang         never ends                             close        closes the standard output
//   write TEXT   writes the file that is asked for
//   echo FILE    copies the request to a file           errors BYTES that many letters on the standard error
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>

namespace {

void put(const std::string& text, std::FILE* file = stdout) {
    std::fwrite(text.data(), 1, text.size(), file);
    std::fflush(file);
}

void flood(std::size_t bytes, std::FILE* file) {
    const std::string piece(1U << 16U, 'a');
    for (std::size_t sent = 0; sent < bytes; sent += piece.size()) {
        put(piece, file);
    }
}

[[noreturn]] void hang() {
    for (;;) {
        ::pause();
    }
}

/// Without the handlers of a sanitizer, which turn signals into exit codes.
void raiseAsStarted(int signal) {
    struct sigaction action {};
    ::sigaction(signal, nullptr, &action);
    if (action.sa_handler != SIG_IGN) {
        ::signal(signal, SIG_DFL);
    }
    ::raise(signal);
}

/// The text behind a key of the request; paths of tests have no escapes.
std::string valueOf(const std::string& request, const std::string& key) {
    const std::size_t begin = request.find(key);
    return begin == std::string::npos
               ? ""
               : request.substr(begin + key.size(),
                                request.find('"', begin + key.size()) - begin - key.size());
}

void obey(const std::string& command, const std::string& rest, const std::string& request) {
    if (command == "print") {
        put(rest + "\n");
    } else if (command == "part") {
        put(rest);
    } else if (command == "error") {
        put(rest + "\n", stderr);
    } else if (command == "flood") {
        flood(std::stoull(rest), stdout);
    } else if (command == "errors") {
        flood(std::stoull(rest), stderr);
    } else if (command == "lines") {
        for (long i = std::stol(rest); i > 0; --i) {
            put("{\"progress\":{\"done\":0,\"of\":3,\"text\":\"" + std::string(1000, 'a') + "\"}}\n");
        }
    } else if (command == "pid") {
        std::ofstream(rest) << ::getpid() << std::endl;
    } else if (command == "write") {
        std::ofstream(valueOf(request, "\"out\":\"")) << rest;
    } else if (command == "echo") {
        std::ofstream(rest) << request;
    } else if (command == "signal") {
        raiseAsStarted(std::stoi(rest));
    } else if (command == "exit") {
        ::_exit(std::stoi(rest));
    } else if (command == "close") {
        ::close(STDOUT_FILENO);
    } else if (command == "hang") {
        hang();
    }
}

}  // namespace

int main() {
    const std::string request{std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>()};
    const char* script = std::getenv("FAKE_WORKER");
    std::istringstream lines(script == nullptr ? "" : script);
    for (std::string line; std::getline(lines, line);) {
        const std::size_t blank = line.find(' ');
        obey(line.substr(0, blank), blank == std::string::npos ? "" : line.substr(blank + 1), request);
    }
    return 0;
}
