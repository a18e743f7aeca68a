// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/writers/html_style.h"

namespace dimscope::writers {

std::string_view htmlStyle() {
    // s, b, d: static, batch, dynamic; t..: text, f..: fill. Sections of charts stay whole on paper.
    return R"(:root{color-scheme:light dark;--page:#fff;--panel:#f6f7f9;--text:#1f2328;--soft:#5f6874;--line:#e1e4e8;
--s:#6b7480;--b:#2363c9;--d:#b85c0e;--warning:#9a6700;--error:#c62828}
@media screen and (prefers-color-scheme:dark){:root{--page:#1b1f24;--panel:#23282f;--text:#e6e8eb;--soft:#9aa4b2;--line:#3a4048;
--s:#9aa4b2;--b:#6ea2f7;--d:#f09a48;--warning:#e3b341;--error:#ff6b6b}}
@media print{:root{color-scheme:light}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:1280px;padding:28px 24px 48px;background:var(--page);color:var(--text);
font:14px/1.45 system-ui,"Segoe UI",Roboto,"Noto Sans","DejaVu Sans",sans-serif;print-color-adjust:exact;-webkit-print-color-adjust:exact}
h1{font-size:24px;margin:0 0 4px}
h2{font-size:19px;margin:44px 0 8px;padding-top:14px;border-top:2px solid var(--line);overflow-wrap:anywhere}
h3{font-size:15px;margin:22px 0 4px}
p{margin:4px 0 10px;color:var(--soft);max-width:120ch}
code,svg .n{font-family:ui-monospace,"Cascadia Mono","SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace}
code{font-size:12.5px;overflow-wrap:anywhere;unicode-bidi:isolate}
h1 code,h2 code,h3 code{font-size:.9em}
.wide{overflow-x:auto;margin:6px 0 14px}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{text-align:left;vertical-align:top;padding:4px 12px 4px 0;border-bottom:1px solid var(--line)}
th{font-weight:600;font-size:12px;color:var(--soft);white-space:nowrap;vertical-align:bottom}
th.r,td.r{text-align:right}
td.w,td.z{white-space:nowrap}
td.z{font-size:13px}
td:first-child code{display:inline-block;min-width:21ch}
@media screen and (min-width:900px){td:first-child code{min-width:33ch}}
.under{display:block;color:var(--soft);white-space:nowrap}
td:nth-child(2) code{display:inline-block;min-width:15ch}
tr.side th{color:var(--text);padding-top:12px}
thead{display:table-header-group}
tr{break-inside:avoid}
.ts{color:var(--s)}.tb{color:var(--b)}.td{color:var(--d)}
td b,li b{font-weight:600;white-space:nowrap}
.error{color:var(--error);font-weight:600}.warning{color:var(--warning);font-weight:600}.note{color:var(--soft)}
.soft{color:var(--soft)}
.cards{display:flex;flex-wrap:wrap;gap:10px;margin:14px 0}
.cards div{background:var(--panel);border-radius:6px;padding:8px 16px;min-width:96px}
.cards strong{display:block;font-size:20px;font-weight:600;font-variant-numeric:tabular-nums}
.cards span{font-size:12px;color:var(--soft)}
.cards .ts,.cards .tb,.cards .td{color:inherit}
.cards .ts span{color:var(--s)}.cards .tb span{color:var(--b)}.cards .td span{color:var(--d)}
.bar{display:flex;height:8px;min-width:80px;border-radius:2px;overflow:hidden;margin-top:6px}
.bar i{display:block}
i.fs{background:var(--s)}i.fb{background:var(--b)}i.fd{background:var(--d)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:2px 18px;margin:6px 0 12px}
dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
ul{margin:6px 0 12px;padding-left:20px}
.chart{break-inside:avoid;overflow-x:auto}
@media screen{svg{min-width:720px}}
svg{display:block;width:100%;height:auto;font-size:12px}
svg text{fill:var(--text)}
svg .n{font-size:11.5px;text-anchor:end}
svg .m{fill:var(--soft);font-size:11px;text-anchor:end}
svg .k{fill:var(--soft);font-size:11px;text-anchor:middle}
svg .ts{fill:var(--s)}svg .tb{fill:var(--b)}svg .td{fill:var(--d)}
svg .fs{fill:var(--s)}svg .fb{fill:var(--b)}svg .fd{fill:var(--d)}
svg .e{fill:var(--error)}
svg .g{stroke:var(--line)}
svg .a{fill:var(--panel)}
svg .c{stroke:var(--text);stroke-width:1.5;fill:none}
svg .o{fill:var(--page);stroke:var(--text);stroke-width:1.5}
svg .l{stroke:var(--text);stroke-width:1;fill:none;stroke-linejoin:round}
svg .p{stroke:var(--text);stroke-width:4;stroke-linecap:round;fill:none}
svg .h{fill:var(--page);stroke:var(--text);stroke-width:1.2}
svg .x{stroke:var(--soft);stroke-dasharray:3 3}
footer{margin-top:48px;color:var(--soft);font-size:12px}
@page{size:landscape;margin:12mm}
@media print{body{max-width:none;padding:0;font-size:11px}code,td.z{font-size:10px}th{font-size:10px}h2,h3{break-after:avoid}
.wide{overflow:visible}td.z{white-space:normal}th,td{padding:3px 8px 3px 0}td:first-child code{min-width:18ch}
.cards div{padding:5px 12px}.cards strong{font-size:16px}}
)";
}

}  // namespace dimscope::writers
