const CODES = [
  "es-ES",
  "es-MX",
  "en-US",
  "en-GB",
  "fr-FR",
  "de-DE",
  "it-IT",
  "pt-BR",
  "ca-ES",
  "gl-ES",
  "eu-ES",
  "ja-JP",
  "zh-CN",
  "ru-RU",
  "ar",
];

const names = new Intl.DisplayNames("es", { type: "language", languageDisplay: "standard" });

/** Lists the languages for reading cards aloud with their names, including the chosen one if it is not among them. */
export function listSpeechLanguages(chosen: string | null): { code: string; name: string }[] {
  const codes = chosen === null || CODES.includes(chosen) ? CODES : [...CODES, chosen];
  return codes.map((code) => ({ code, name: formatLanguage(code) }));
}

function formatLanguage(code: string): string {
  const name = names.of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase("es") + name.slice(1);
}
