// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/evidence_text.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "core/inference/relabel_proposals.h"
#include "ui/models/audit_text.h"
#include "ui/models/finding_text.h"
#include "ui/models/format.h"
#include "ui/panels/cell_runs.h"

namespace dimscope::panels {

namespace {

using inference::AxisAnalysis;
using inference::AxisEvidence;
using inference::Claim;
using inference::Finding;
using Kind = EvidenceLink::Kind;

constexpr std::size_t kShownFindings = 40;
constexpr std::size_t kShownPairs = 60;
constexpr std::size_t kShownTensors = 24;

QString tr(const char* text) {
    return QCoreApplication::translate("dimscope::panels::Evidence", text);
}

/// Text as the page can lay it out: a run of thousands of letters without a blank takes seconds.
QString pageText(const std::string& utf8) {
    constexpr qsizetype kLongestRun = 300;
    constexpr qsizetype kEnd = 60;
    const QString text = QString::fromStdString(utf8);
    if (text.size() <= kLongestRun) {
        return text;
    }
    QString out;
    for (const QString& word : text.split(u' ')) {
        out += (out.isEmpty() ? QString() : QStringLiteral(" ")) +
               (word.size() <= kLongestRun ? word : word.first(kLongestRun - kEnd) + u'…' + word.last(kEnd));
    }
    return out;
}

bool isRelation(const Finding& finding) {
    static constexpr std::array kCodes{"shared", "scaled", "offset", "sum-of", "product-of"};
    return std::any_of(kCodes.begin(), kCodes.end(), [&](const char* code) { return finding.code == code; });
}

bool speaksOf(const Finding& finding, base::TensorId tensor, std::optional<int> axis) {
    if (finding.tensor == tensor) {
        return !axis || !finding.axis || finding.axis == axis;
    }
    return std::any_of(finding.axes.begin(), finding.axes.end(), [&](const inference::AxisRef& other) {
        return other.tensor == tensor && (!axis || other.axis == *axis);
    });
}

/// Builds the page of one subject, section by section.
class Page {
 public:
    Page(const session::Document& document, const EvidenceSubject& subject, const EvidenceParts& parts,
         const widgets::ThemeColors& colors)
        : m_capture(*document.capture),
          m_analysis(*document.analysis),
          m_subject(subject),
          m_parts(parts),
          m_colors(colors) {}

    QString build() {
        path();
        if (m_subject.tensor && m_subject.axis) {
            ofAxis();
        } else if (m_subject.tensor) {
            ofTensor();
        } else if (m_subject.graph) {
            ofGraph();
        } else if (m_subject.module) {
            ofModule();
        }
        return m_html;
    }

 private:
    [[nodiscard]] const capture::Graph& graph() const { return m_capture.graph(*m_subject.graph); }
    [[nodiscard]] const inference::GraphAnalysis& known() const { return m_analysis.graph(*m_subject.graph); }

    void heading(const QString& text) {
        m_html += QStringLiteral("<p style=\"margin-top:10px;margin-bottom:3px\"><b>%1</b></p>")
                      .arg(text.toHtmlEscaped());
    }
    /// `html` is written as it is.
    void paragraph(const QString& html) {
        m_html += QStringLiteral("<p style=\"margin-top:0px;margin-bottom:4px\">%1</p>").arg(html);
    }
    void secondary(const QString& text) { paragraph(richText(text, m_colors.secondary)); }

    /// Where the subject stands; its parts lead to what surrounds it.
    void path() {
        const auto module = m_subject.module ? *m_subject.module : graph().module;
        const QString separator = richText(QStringLiteral(" › "), m_colors.secondary);
        QStringList parts{richLink({Kind::module, module.value, 0}, pageText(m_capture.module(module).name))};
        if (m_subject.graph) {
            parts += richLink({Kind::graph, m_subject.graph->value, 0},
                              tr("graph %1").arg(models::graphText(graph())));
        }
        if (m_subject.tensor) {
            parts += richLink({Kind::tensor, m_subject.tensor->value, 0},
                              pageText(m_capture.tensor(*m_subject.tensor).accessPath));
        }
        if (m_subject.axis) {
            parts += tr("axis %1").arg(*m_subject.axis);
        }
        paragraph(parts.join(separator));
    }

    /// AITune's verdict and the audit side by side, and why they differ.
    void verdicts(const AxisAnalysis& axis) {
        const QString row = QStringLiteral("<tr><td>%1&nbsp;&nbsp;</td><td>%2</td></tr>");
        m_html += QStringLiteral("<table cellpadding=\"1\">") +
                  row.arg(richText(tr("AITune"), m_colors.secondary),
                          richVerdict(axis.verdict, axis.multiplier, m_colors)) +
                  row.arg(richText(tr("audit"), m_colors.secondary), richAudit(axis, m_colors)) +
                  QStringLiteral("</table>");
        const QString sentence = whyTheyDiffer(axis, m_parts.axis.get());
        paragraph(models::auditDiffers(axis) ? QStringLiteral("<b>%1</b>").arg(sentence.toHtmlEscaped())
                                             : sentence.toHtmlEscaped());
    }

    void ofAxis() {
        const AxisAnalysis& axis =
            m_analysis.tensor(*m_subject.tensor).axes[static_cast<std::size_t>(*m_subject.axis)];
        verdicts(axis);
        if (graph().isSummary()) {
            secondary(tr("%1 to %2 by the file's summary").arg(axis.min).arg(axis.max));
        } else if (m_parts.axis) {
            sizesByBatchSize(*m_parts.axis);
            samplesForAndAgainst(*m_parts.axis);
            flips(axis);
        } else {
            secondary(tr("Counting the samples …"));
        }
        findings(
            [this](const Finding& finding) { return speaksOf(finding, *m_subject.tensor, m_subject.axis); });
        advice();
    }

    void sizesByBatchSize(const AxisEvidence& evidence) {
        heading(tr("Sizes by batch size"));
        const QString cell = QStringLiteral("<td align=\"right\">%1</td>");
        const auto head = [&](const QString& text) { return cell.arg(richText(text, m_colors.secondary)); };
        m_html += QStringLiteral("<table cellpadding=\"2\" width=\"100%\"><tr>") + head(tr("batch")) +
                  head(tr("size")) + head(tr("samples")) + head(tr("first")) +
                  QStringLiteral("<td></td></tr>");
        const std::size_t shown = std::min(evidence.pairs.size(), kShownPairs);
        for (std::size_t i = 0; i < shown; ++i) {
            const inference::PairCount& pair = evidence.pairs[i];
            const bool isUnknown = pair.batchSize == capture::kUnknownBatch;
            const QString sign = pair.holds ? richText(QStringLiteral("✓"), m_colors.secondary)
                                 : isUnknown && evidence.claim.kind == Claim::Kind::multiple
                                     ? richText(QStringLiteral("?"), m_colors.note)
                                     : richText(QStringLiteral("≠"), m_colors.warning);
            m_html +=
                QStringLiteral("<tr>") +
                cell.arg(isUnknown ? tr("unknown") : models::batchSizeText(pair.batchSize)) +
                cell.arg(pair.size) + cell.arg(pair.samples) +
                cell.arg(richLink({Kind::sample, pair.first.value, 0}, QString::number(pair.first.value))) +
                QStringLiteral("<td>&nbsp;%1</td></tr>").arg(sign);
        }
        m_html += QStringLiteral("</table>");
        if (evidence.pairCount > shown) {
            secondary(tr("%1 of %2 different pairs are shown").arg(shown).arg(evidence.pairCount));
        }
        secondary(tr("✓ where %1").arg(claimText(evidence.claim)));
    }

    void samplesForAndAgainst(const AxisEvidence& evidence) {
        heading(tr("Samples for and against"));
        const auto list = [&](const QString& title, const inference::SampleList& samples) {
            if (samples.count > 0) {
                paragraph(richText(title, m_colors.secondary) + u' ' +
                          richSamples(samples.shown, samples.count));
            }
        };
        const QString claim = claimText(evidence.claim);
        list(tr("%1 for %2:").arg(models::numberText(evidence.holding.count), claim), evidence.holding);
        list(tr("%1 against it:").arg(models::numberText(evidence.breaking.count)), evidence.breaking);
        list(tr("%1 of unknown batch size:").arg(models::numberText(evidence.unknown.count)),
             evidence.unknown);
        if (evidence.twoSizes) {
            const inference::TwoSizes& two = *evidence.twoSizes;
            paragraph(
                tr("Batch size %1 was seen with size %2 (sample %3) and size %4 (sample %5).")
                    .arg(models::numberText(two.batchSize), models::numberText(two.size),
                         richLink({Kind::sample, two.sample.value, 0}, QString::number(two.sample.value)),
                         models::numberText(two.otherSize),
                         richLink({Kind::sample, two.other.value, 0}, QString::number(two.other.value))));
        }
    }

    void flips(const AxisAnalysis& axis) {
        heading(tr("AITune's verdict, sample by sample"));
        if (axis.flips.empty()) {
            paragraph(tr("It never changes: %1 from the first sample to the last.")
                          .arg(richVerdict(axis.verdict, axis.multiplier, m_colors)));
        }
        for (const inference::Flip& flip : axis.flips) {
            const auto named = [this](inference::Verdict verdict) {
                return richVerdict(verdict, {}, m_colors);
            };
            paragraph(
                tr("sample %1: %2 → %3, %4")
                    .arg(richLink({Kind::sample, flip.sample.value, 0}, QString::number(flip.sample.value)),
                         named(flip.before), named(flip.after), pageText(flip.reason).toHtmlEscaped()));
        }
        paragraph(richLink({Kind::replay, 0, 0}, tr("Replay every sample")));
    }

    void ofTensor() {
        const inference::TensorAnalysis& tensor = m_analysis.tensor(*m_subject.tensor);
        if (tensor.axes.empty()) {
            secondary(tr("A scalar: it has no axes."));
        } else {
            m_html += QStringLiteral("<table cellpadding=\"2\" width=\"100%\"><tr><td></td>");
            for (const QString& title : {tr("AITune"), tr("audit")}) {
                m_html += QStringLiteral("<td>%1</td>").arg(richText(title, m_colors.secondary));
            }
            m_html += QStringLiteral("</tr>");
            for (std::size_t i = 0; i < tensor.axes.size(); ++i) {
                const AxisAnalysis& axis = tensor.axes[i];
                m_html +=
                    QStringLiteral("<tr><td>%1</td><td>%2</td><td>%3</td></tr>")
                        .arg(richLink({Kind::axis, m_subject.tensor->value, static_cast<int>(i)},
                                      tr("axis %1").arg(i)),
                             richVerdict(axis.verdict, axis.multiplier, m_colors), richAudit(axis, m_colors));
            }
            m_html += QStringLiteral("</table>");
        }
        findings([this](const Finding& finding) { return speaksOf(finding, *m_subject.tensor, {}); });
        advice();
    }

    void ofGraph() {
        const inference::GraphAnalysis& analysis = known();
        if (graph().isSummary()) {
            secondary(
                tr("The file holds a summary of this graph and none of its calls: nothing can be "
                   "proved."));
        } else {
            secondary(tr("%1 samples, %2 of unknown batch size; batch sizes %3")
                          .arg(models::numberText(std::uint64_t{graph().samples}),
                               models::numberText(analysis.unknownBatchSamples),
                               analysis.batchSizes.empty() ? models::noValue()
                                                           : models::batchSizesText(analysis.batchSizes)));
        }
        tensors();
        findings([](const Finding&) { return true; });
        advice();
    }

    void tensors() {
        heading(tr("Tensors"));
        const std::vector<base::TensorId>& all = graph().tensors;
        const std::size_t shown = std::min(all.size(), kShownTensors);
        for (std::size_t i = 0; i < shown; ++i) {
            const QString name = pageText(m_capture.tensor(all[i]).accessPath);
            paragraph(
                richLink({Kind::tensor, all[i].value, 0}, name) + QStringLiteral(" ") +
                richText(models::auditText(models::auditOf(m_analysis.tensor(all[i]))), m_colors.secondary));
        }
        if (all.size() > shown) {
            secondary(tr("and %1 more").arg(all.size() - shown));
        }
    }

    void ofModule() {
        const capture::Module& module = m_capture.module(*m_subject.module);
        for (const base::GraphId id : module.graphs) {
            const QString counts = models::countsText(models::countFindings(m_analysis.graph(id).findings));
            paragraph(richLink({Kind::graph, id.value, 0},
                               tr("graph %1").arg(models::graphText(m_capture.graph(id)))) +
                      (counts.isEmpty() ? QString()
                                        : richText(QStringLiteral(" · ") + counts, m_colors.secondary)));
        }
        heading(tr("Findings across graphs"));
        const auto& all = m_analysis.moduleFindings;
        if (module.id.value >= all.size() || all[module.id.value].empty()) {
            secondary(tr("None."));
            return;
        }
        for (const Finding& finding : all[module.id.value]) {
            paragraph(findingText(finding, {}));
        }
    }

    [[nodiscard]] QString placeLink(const Finding& finding) const {
        if (!finding.tensor || (finding.tensor == m_subject.tensor && finding.axis == m_subject.axis)) {
            return {};
        }
        const QString place = models::findingPlace(m_capture, finding);
        return finding.axis ? richLink({Kind::axis, finding.tensor->value, *finding.axis}, place)
                            : richLink({Kind::tensor, finding.tensor->value, 0}, place);
    }

    [[nodiscard]] QString findingText(const Finding& finding, std::optional<std::uint32_t> relabel) const {
        QString text =
            richText(models::severitySign(finding.severity) + u' ' + QString::fromStdString(finding.code),
                     severityColor(m_colors, finding.severity));
        if (const QString place = placeLink(finding); !place.isEmpty()) {
            text += QStringLiteral(" ") + place;
        }
        text += QStringLiteral("<br>") + pageText(finding.message).toHtmlEscaped();
        if (!finding.samples.empty()) {
            std::vector<base::SampleId> samples;
            for (const std::uint32_t sample : finding.samples) {
                samples.push_back(base::SampleId{sample});
            }
            text += richText(finding.samples.size() == 1 ? tr(" · sample ") : tr(" · samples "),
                             m_colors.secondary) +
                    richSamples(samples, samples.size());
        }
        if (relabel) {
            text += QStringLiteral("<br>") +
                    richLink({Kind::relabel, *relabel, 0}, finding.samples.size() == 1
                                                               ? tr("Relabel it as its size says")
                                                               : tr("Relabel them as their sizes say"));
        }
        return text;
    }

    template <class Picks>
    void findings(Picks picks) {
        const std::vector<Finding>& all = known().findings;
        std::vector<std::uint32_t> own;
        std::vector<std::uint32_t> related;
        for (std::uint32_t i = 0; i < all.size(); ++i) {
            if (picks(all[i])) {
                (isRelation(all[i]) ? related : own).push_back(i);
                m_openCodes.insert(all[i].code);
            }
        }
        std::stable_sort(own.begin(), own.end(), [&](std::uint32_t left, std::uint32_t right) {
            return all[left].severity > all[right].severity;
        });
        heading(tr("Findings"));
        if (own.empty()) {
            secondary(tr("None."));
        }
        const auto show = [&](const std::vector<std::uint32_t>& list, const auto& write) {
            for (std::size_t i = 0; i < list.size() && i < kShownFindings; ++i) {
                write(list[i]);
            }
            if (list.size() > kShownFindings) {
                paragraph(richLink({Kind::findings, 0, 0},
                                   tr("%1 more in Findings").arg(list.size() - kShownFindings)));
            }
        };
        show(own, [&](std::uint32_t i) {
            const bool offers = m_parts.canRelabel && all[i].code == "short-batch" &&
                                !inference::proposedRelabels(m_capture, all[i]).empty();
            paragraph(findingText(all[i], offers ? std::optional(i) : std::nullopt));
        });
        if (!related.empty()) {
            heading(tr("Relations"));
            show(related, [&](std::uint32_t i) { relation(all[i]); });
            if (known().relationsCapped) {
                secondary(tr("There may be more: the search stops at a limit."));
            }
        }
    }

    void relation(const Finding& finding) {
        paragraph(richText(QString::fromStdString(finding.code), m_colors.note) + QStringLiteral("<br>") +
                  pageText(finding.message).toHtmlEscaped());
    }

    /// What would settle a finding that the page shows; all of it for a graph.
    void advice() {
        bool isFirst = true;
        for (const inference::Advice& advice : known().advice) {
            const bool isAbout =
                std::any_of(advice.settles.begin(), advice.settles.end(),
                            [this](const std::string& code) { return m_openCodes.contains(code); });
            if (!isAbout) {
                continue;
            }
            if (isFirst) {
                heading(tr("Record next"));
                isFirst = false;
            }
            QStringList codes;
            for (const std::string& code : advice.settles) {
                codes += QString::fromStdString(code);
            }
            paragraph(pageText(advice.reason).toHtmlEscaped() +
                      (codes.isEmpty() ? QString()
                                       : richText(tr(" · settles %1").arg(codes.join(QStringLiteral(", "))),
                                                  m_colors.secondary)));
        }
    }

    const capture::Capture& m_capture;
    const inference::Analysis& m_analysis;
    const EvidenceSubject& m_subject;
    const EvidenceParts& m_parts;
    const widgets::ThemeColors& m_colors;
    QString m_html;
    std::unordered_set<std::string_view> m_openCodes;  // of the findings that concern the subject
};

}  // namespace

QString evidencePage(const session::Document& document, const EvidenceSubject& subject,
                     const EvidenceParts& parts, const widgets::ThemeColors& colors) {
    return Page(document, subject, parts, colors).build();
}

}  // namespace dimscope::panels
