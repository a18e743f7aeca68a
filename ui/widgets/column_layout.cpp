// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/column_layout.h"

#include <QFontMetrics>
#include <QHeaderView>
#include <algorithm>
#include <vector>

namespace dimscope::widgets {

namespace {

constexpr int kMaxWidth = 4000;  // pixels; anything wider in a settings file is a mistake
constexpr int kLeastStretched = 64;
constexpr int kMaxStates = 1000;  // names remembered of tables whose columns come and go

}  // namespace

ColumnLayout::ColumnLayout(QHeaderView* header) : m_header(header) {}

QString ColumnLayout::keyOf(int section) const {
    return m_header->model()->headerData(section, Qt::Horizontal, Qt::DisplayRole).toString();
}

ColumnLayout::State ColumnLayout::defaultOf(int section) const {
    const Column column = m_defaults ? m_defaults(section) : Column{};
    return {column.characters * m_header->fontMetrics().averageCharWidth() + 14, column.hidden, section};
}

ColumnLayout::State ColumnLayout::stateOf(int section) const {
    const auto found = m_states.constFind(keyOf(section));
    return found != m_states.constEnd() ? *found : defaultOf(section);
}

bool ColumnLayout::isStretched(int section) const {
    if (!m_header->stretchLastSection()) {
        return false;
    }
    int visual = m_header->count() - 1;
    while (visual > 0 && m_header->isSectionHidden(m_header->logicalIndex(visual))) {
        --visual;
    }
    return m_header->visualIndex(section) == visual;
}

void ColumnLayout::apply() {
    if (m_header->model() == nullptr) {
        return;
    }
    m_applying = true;
    // Which column takes the rest of the width depends on which are hidden and on their order.
    for (int section = 0; section < m_header->count(); ++section) {
        if (m_header->isSectionHidden(section) != stateOf(section).hidden) {
            m_header->setSectionHidden(section, stateOf(section).hidden);
        }
    }
    applyOrder();
    for (int section = 0; section < m_header->count(); ++section) {
        const State state = stateOf(section);
        // The column that takes the rest never takes less than its size.
        const int width = isStretched(section) ? qMin(state.width, kLeastStretched) : state.width;
        if (!state.hidden && m_header->sectionSize(section) != width) {
            m_header->resizeSection(section, width);
        }
    }
    if (m_header->stretchLastSection()) {
        // Qt stretches again only when told so.
        m_header->setStretchLastSection(false);
        m_header->setStretchLastSection(true);
    }
    m_applying = false;
}

void ColumnLayout::applyOrder() {
    std::vector<int> sections(static_cast<std::size_t>(m_header->count()));
    for (int section = 0; section < m_header->count(); ++section) {
        sections[static_cast<std::size_t>(section)] = section;
    }
    std::stable_sort(sections.begin(), sections.end(),
                     [this](int a, int b) { return stateOf(a).position < stateOf(b).position; });
    for (int visual = 0; visual < m_header->count(); ++visual) {
        const int from = m_header->visualIndex(sections[static_cast<std::size_t>(visual)]);
        if (from != visual) {
            m_header->moveSection(from, visual);
        }
    }
}

void ColumnLayout::remember() {
    if (m_applying || m_header->model() == nullptr) {
        return;
    }
    if (m_states.size() > kMaxStates) {
        m_states.clear();
    }
    for (int section = 0; section < m_header->count(); ++section) {
        const State old = stateOf(section);
        const bool hidden = m_header->isSectionHidden(section);
        const int width = hidden || isStretched(section) ? old.width : m_header->sectionSize(section);
        const State now{width, hidden, m_header->visualIndex(section)};
        // What the user left alone keeps following the defaults.
        if (m_states.contains(keyOf(section)) || now != defaultOf(section)) {
            m_states.insert(keyOf(section), now);
        }
    }
}

void ColumnLayout::reset() {
    m_states.clear();
    apply();
}

QJsonObject ColumnLayout::toJson() const {
    QJsonObject state;
    for (auto it = m_states.cbegin(); it != m_states.cend(); ++it) {
        state.insert(it.key(), QJsonObject{{QStringLiteral("width"), it->width},
                                           {QStringLiteral("hidden"), it->hidden},
                                           {QStringLiteral("position"), it->position}});
    }
    return state;
}

void ColumnLayout::fromJson(const QJsonObject& state) {
    m_states.clear();
    for (auto it = state.begin(); it != state.end(); ++it) {
        const QJsonObject column = it->toObject();
        const int width = column.value(QStringLiteral("width")).toInt();
        if (width > 0 && width <= kMaxWidth) {
            m_states.insert(it.key(), {width, column.value(QStringLiteral("hidden")).toBool(),
                                       column.value(QStringLiteral("position")).toInt()});
        }
    }
    apply();
}

}  // namespace dimscope::widgets
