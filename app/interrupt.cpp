// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/interrupt.h"

#include <unistd.h>

#include <csignal>
#include <string_view>

#include "app/command_line.h"

namespace dimscope::app {

namespace {

constexpr unsigned kPatience = 2;  // seconds

// Set before the handlers are installed; a signal handler may only read it and touch lock-free atomics.
const base::CancelToken* g_token = nullptr;

[[noreturn]] void endAtOnce() {
    constexpr std::string_view kSaid = "dimscope: stopped on request\n";
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, kSaid.data(), kSaid.size());
    ::_exit(static_cast<int>(Exit::interrupted));
}

extern "C" void onInterrupt(int) {
    if (g_token->cancelled()) {
        endAtOnce();
    }
    g_token->cancel();
    ::alarm(kPatience);
}

extern "C" void onAlarm(int) {
    endAtOnce();
}

void install(int signal, void (*handler)(int)) {
    struct sigaction action {};
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    ::sigaction(signal, &action, nullptr);
}

}  // namespace

void handleSignals(const base::CancelToken& token) {
    static base::CancelToken kept;
    kept = token;
    g_token = &kept;
    install(SIGINT, onInterrupt);
    install(SIGTERM, onInterrupt);
    struct sigaction hangUp {};
    ::sigaction(SIGHUP, nullptr, &hangUp);
    if (hangUp.sa_handler != SIG_IGN) {  // as nohup leaves it
        install(SIGHUP, onInterrupt);
    }
    install(SIGALRM, onAlarm);
    install(SIGPIPE, SIG_IGN);
}

}  // namespace dimscope::app
