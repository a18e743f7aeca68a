// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/style.h"

#include <QPainter>
#include <QScrollBar>
#include <QStyleFactory>
#include <QStyleOption>

#include "ui/widgets/icons.h"

namespace dimscope::widgets {

namespace {

constexpr qreal kRadius = 4;

QColor mixed(const QColor& a, const QColor& b, qreal share) {
    const auto part = [share](int x, int y) { return qRound(x * (1 - share) + y * share); };
    return {part(a.red(), b.red()), part(a.green(), b.green()), part(a.blue(), b.blue())};
}

bool has(const QStyleOption* option, QStyle::StateFlag flag) {
    return option->state.testFlag(flag);
}

/// A rounded box with a one pixel border, the border in the accent where the control has the focus.
void drawBox(const QStyleOption* option, QPainter* painter, const QColor& fill) {
    const bool focus = has(option, QStyle::State_HasFocus);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setBrush(fill);
    painter->setPen(option->palette.color(focus ? QPalette::Link : QPalette::Mid));
    painter->drawRoundedRect(QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5), kRadius, kRadius);
    painter->restore();
}

QColor buttonFill(const QStyleOption* option) {
    const QColor plain = option->palette.color(QPalette::Button);
    const QColor text = option->palette.color(QPalette::ButtonText);
    if (!has(option, QStyle::State_Enabled)) {
        return option->palette.color(QPalette::Window);
    }
    if (has(option, QStyle::State_Sunken) || has(option, QStyle::State_On)) {
        return mixed(plain, text, 0.14);
    }
    return has(option, QStyle::State_MouseOver) ? mixed(plain, text, 0.06) : plain;
}

void drawHeader(const QStyleOption* option, QPainter* painter) {
    const QRect rect = option->rect;
    QColor fill = option->palette.color(QPalette::AlternateBase);
    if (has(option, QStyle::State_Enabled) && has(option, QStyle::State_MouseOver)) {
        fill = mixed(fill, option->palette.color(QPalette::Text), 0.05);
    }
    painter->fillRect(rect, fill);
    painter->setPen(option->palette.color(QPalette::Mid));
    painter->drawLine(rect.bottomLeft(), rect.bottomRight());
    if (option->type == QStyleOption::SO_Header) {
        painter->drawLine(rect.topRight(), rect.bottomRight());
    }
}

void drawTab(const QStyleOptionTab* tab, QPainter* painter) {
    const bool selected = has(tab, QStyle::State_Selected);
    QRectF rect = QRectF(tab->rect).adjusted(0.5, selected ? 2.5 : 4.5, -0.5, 4.5);
    painter->save();
    painter->setClipRect(tab->rect);
    painter->setRenderHint(QPainter::Antialiasing);
    QColor fill = tab->palette.color(selected ? QPalette::Base : QPalette::AlternateBase);
    if (!selected && has(tab, QStyle::State_MouseOver)) {
        fill = mixed(fill, tab->palette.color(QPalette::Base), 0.5);
    }
    painter->setBrush(fill);
    painter->setPen(tab->palette.color(QPalette::Mid));
    painter->drawRoundedRect(rect, kRadius, kRadius);
    if (selected && has(tab, QStyle::State_HasFocus)) {
        painter->fillRect(QRectF(rect.left() + 4, rect.top(), rect.width() - 8, 2),
                          tab->palette.color(QPalette::Link));
    }
    painter->restore();
}

void drawMenuBarItem(const QStyleOptionMenuItem* item, QPainter* painter) {
    const bool open = has(item, QStyle::State_Selected);
    painter->fillRect(item->rect, item->palette.color(open ? QPalette::Highlight : QPalette::Window));
    painter->setPen(item->palette.color(QPalette::WindowText));
    painter->drawText(item->rect, Qt::AlignCenter | Qt::TextHideMnemonic | Qt::TextSingleLine, item->text);
}

/// Icon and text side by side in the middle of the button.
void drawButtonLabel(const QStyleOptionToolButton* button, QPainter* painter) {
    constexpr int kGap = 6;
    const QSize icon = button->icon.isNull() ? QSize() : button->iconSize;
    const int textWidth = button->fontMetrics.horizontalAdvance(button->text);
    const int width = (icon.isEmpty() ? 0 : icon.width() + kGap) + textWidth;
    const bool enabled = has(button, QStyle::State_Enabled);
    int x = button->rect.center().x() - width / 2;
    if (!icon.isEmpty()) {
        const QRect place(QPoint(x, button->rect.center().y() - icon.height() / 2 + 1), icon);
        button->icon.paint(painter, place, Qt::AlignCenter, enabled ? QIcon::Normal : QIcon::Disabled);
        x += icon.width() + kGap;
    }
    const auto group = enabled ? QPalette::Normal : QPalette::Disabled;
    painter->setPen(button->palette.color(group, QPalette::ButtonText));
    painter->drawText(QRect(x, button->rect.top(), textWidth + 2, button->rect.height()),
                      Qt::AlignVCenter | Qt::TextSingleLine, button->text);
}

void drawScrollBar(const QStyleOptionSlider* bar, const QRect& slider, QPainter* painter) {
    const bool horizontal = bar->orientation == Qt::Horizontal;
    painter->fillRect(bar->rect, bar->palette.color(QPalette::Base));
    if (bar->maximum <= bar->minimum) {
        return;
    }
    const bool lively = has(bar, QStyle::State_Sunken) || has(bar, QStyle::State_MouseOver);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(
        mixed(bar->palette.color(QPalette::Base), bar->palette.color(QPalette::Text), lively ? 0.42 : 0.26));
    const QRectF handle =
        horizontal ? QRectF(slider).adjusted(1, 3, -1, -2) : QRectF(slider).adjusted(3, 1, -2, -1);
    const qreal radius = qMin(handle.width(), handle.height()) / 2;
    painter->drawRoundedRect(handle, radius, radius);
    painter->restore();
}

}  // namespace

Style::Style() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {
    setObjectName(QStringLiteral("dimscope"));
}

void Style::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                          const QWidget* widget) const {
    switch (element) {
        case PE_PanelButtonCommand:
        case PE_PanelButtonTool: drawBox(option, painter, buttonFill(option)); return;
        case PE_PanelLineEdit:
            // Line edits inside cells and spin boxes have no frame of their own.
            if (const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
                frame && frame->lineWidth > 0) {
                drawBox(option, painter, option->palette.color(QPalette::Base));
                return;
            }
            break;
        case PE_FrameFocusRect:
            if (has(option, State_KeyboardFocusChange)) {
                painter->setPen(option->palette.color(QPalette::Link));
                painter->setBrush(Qt::NoBrush);
                painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
            }
            return;
        case PE_IndicatorDockWidgetResizeHandle:
        case PE_FrameStatusBarItem:
        case PE_FrameTabBarBase: return;
        case PE_PanelScrollAreaCorner:
            painter->fillRect(option->rect, option->palette.color(QPalette::Base));
            return;
        case PE_PanelStatusBar:
            painter->setPen(option->palette.color(QPalette::Mid));
            painter->drawLine(option->rect.topLeft(), option->rect.topRight());
            return;
        default: break;
    }
    QProxyStyle::drawPrimitive(element, option, painter, widget);
}

void Style::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                        const QWidget* widget) const {
    switch (element) {
        case CE_HeaderSection:
        case CE_HeaderEmptyArea: drawHeader(option, painter); return;
        case CE_TabBarTabShape:
            if (const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option);
                tab && tab->shape == QTabBar::RoundedNorth) {
                drawTab(tab, painter);
                return;
            }
            break;
        case CE_ToolBar: painter->fillRect(option->rect, option->palette.color(QPalette::Window)); return;
        case CE_ToolButtonLabel:
            if (const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option);
                button && button->toolButtonStyle == Qt::ToolButtonTextBesideIcon) {
                drawButtonLabel(button, painter);
                return;
            }
            break;
        case CE_MenuBarItem:
            if (const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option)) {
                drawMenuBarItem(item, painter);
                return;
            }
            break;
        case CE_MenuBarEmptyArea:
            painter->fillRect(option->rect, option->palette.color(QPalette::Window));
            return;
        case CE_Splitter: return;
        default: break;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

void Style::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                               const QWidget* widget) const {
    if (const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
        control == CC_ScrollBar && bar != nullptr) {
        drawScrollBar(bar, subControlRect(CC_ScrollBar, bar, SC_ScrollBarSlider, widget), painter);
        return;
    }
    if (const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option);
        control == CC_ToolButton && button != nullptr && button->features & QStyleOptionToolButton::HasMenu) {
        // The text of a menu button has its own arrow.
        QStyleOptionToolButton plain = *button;
        plain.features &= ~QStyleOptionToolButton::ToolButtonFeatures(QStyleOptionToolButton::HasMenu |
                                                                      QStyleOptionToolButton::Menu);
        QProxyStyle::drawComplexControl(control, &plain, painter, widget);
        return;
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

QRect Style::subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl subControl,
                            const QWidget* widget) const {
    const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
    if (control != CC_ScrollBar || bar == nullptr) {
        return QProxyStyle::subControlRect(control, option, subControl, widget);
    }
    // No arrow buttons: the groove is the whole bar.
    const bool horizontal = bar->orientation == Qt::Horizontal;
    const int length = horizontal ? bar->rect.width() : bar->rect.height();
    const qint64 range = qint64{bar->maximum} - bar->minimum;
    const int minimal = pixelMetric(PM_ScrollBarSliderMin, bar, widget);
    int slider = length;
    if (range > 0) {
        slider = static_cast<int>(qint64{bar->pageStep} * length / (range + bar->pageStep));
        slider = qMin(qMax(slider, minimal), length);
    }
    const int start = sliderPositionFromValue(bar->minimum, bar->maximum, bar->sliderPosition,
                                              length - slider, bar->upsideDown);
    const auto part = [&](int from, int to) {
        const QRect along = horizontal ? QRect(from, 0, to - from, bar->rect.height())
                                       : QRect(0, from, bar->rect.width(), to - from);
        return visualRect(bar->direction, bar->rect, along.translated(bar->rect.topLeft()));
    };
    switch (subControl) {
        case SC_ScrollBarSlider: return part(start, start + slider);
        case SC_ScrollBarSubPage: return part(0, start);
        case SC_ScrollBarAddPage: return part(start + slider, length);
        case SC_ScrollBarGroove: return part(0, length);
        default: return {};
    }
}

QRect Style::subElementRect(SubElement element, const QStyleOption* option, const QWidget* widget) const {
    const QRect rect = QProxyStyle::subElementRect(element, option, widget);
    // In line with the text of cells.
    return element == SE_HeaderLabel ? rect.adjusted(2, 0, -2, 0) : rect;
}

QSize Style::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                              const QWidget* widget) const {
    QSize result = QProxyStyle::sizeFromContents(type, option, size, widget);
    if (type == CT_ToolButton) {
        result += QSize(8, 2);
    }
    if (type == CT_TabBarTab) {
        result += QSize(6, 2);
    }
    return result;
}

int Style::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
    switch (metric) {
        case PM_DockWidgetSeparatorExtent:
        case PM_SplitterWidth: return 6;
        case PM_ScrollBarExtent: return 12;
        case PM_ScrollBarSliderMin: return 26;
        case PM_ToolBarItemSpacing: return 6;
        case PM_ToolBarItemMargin: return 4;
        case PM_ToolBarFrameWidth: return 1;
        case PM_HeaderMargin: return 4;
        case PM_HeaderMarkSize: return 10;
        case PM_TabBarTabVSpace: return 8;
        case PM_TabBarTabShiftVertical: return 0;
        case PM_ButtonShiftHorizontal:
        case PM_ButtonShiftVertical: return 0;
        default: return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int Style::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                     QStyleHintReturn* returned) const {
    switch (hint) {
        case SH_Table_GridLineColor:
            return option ? static_cast<int>(option->palette.color(QPalette::Mid).rgba()) : 0;
        case SH_ItemView_ShowDecorationSelected: return 1;
        case SH_ScrollBar_LeftClickAbsolutePosition:
        case SH_UnderlineShortcut: return 0;
        default: return QProxyStyle::styleHint(hint, option, widget, returned);
    }
}

QIcon Style::standardIcon(StandardPixmap standard, const QStyleOption* option, const QWidget* widget) const {
    return standard == SP_LineEditClearButton ? icon(QStringLiteral("close"))
                                              : QProxyStyle::standardIcon(standard, option, widget);
}

}  // namespace dimscope::widgets
