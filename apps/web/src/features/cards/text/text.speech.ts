/** Maximum length of an utterance in UTF-16 units. Some browsers stop in the middle of longer ones. */
const MAX_UTTERANCE = 180;

const AUTOMATIC = "repasa:speech";

/** Returns whether this browser has a voice. Some browsers return theirs only a moment after the first call. */
export function hasVoices(): boolean {
  return typeof speechSynthesis !== "undefined" && speechSynthesis.getVoices().length > 0;
}

/** Reads a text aloud and cancels the one being read; `language` is a tag like `es-ES`, or null for the device's. */
export function speak(text: string, language: string | null, onEnd: () => void): void {
  speechSynthesis.cancel();
  const parts = splitIntoUtterances(text);
  for (const [index, part] of parts.entries()) {
    const utterance = new SpeechSynthesisUtterance(part);
    const voice = findVoice(language);
    if (language !== null) utterance.lang = language;
    if (voice) utterance.voice = voice;
    if (index === parts.length - 1) utterance.onend = onEnd;
    utterance.onerror = onEnd;
    speechSynthesis.speak(utterance);
  }
  if (parts.length === 0) onEnd();
}

export function stopSpeaking(): void {
  speechSynthesis.cancel();
}

/** Returns whether cards are read aloud automatically on this device. */
export function isAutomaticSpeechOn(): boolean {
  try {
    return localStorage.getItem(AUTOMATIC) === "on";
  } catch {
    return false;
  }
}

export function setAutomaticSpeech(wanted: boolean): void {
  try {
    if (wanted) localStorage.setItem(AUTOMATIC, "on");
    else localStorage.removeItem(AUTOMATIC);
  } catch {
    // Without storage cards are not read aloud automatically.
  }
}

/** Splits a text into sentences, and longer ones into pieces at the ends of words. A gap becomes a pause. */
export function splitIntoUtterances(text: string): string[] {
  const said = text.replace(/\[\.{3}\]/g, "…").replace(/\s+/g, " ");
  const sentences = said.match(/[^.!?;:…]+[.!?;:…]*|[.!?;:…]+/g) ?? [];
  return sentences.flatMap(splitAtSpaces).filter((part) => /[\p{L}\p{N}]/u.test(part));
}

function splitAtSpaces(sentence: string): string[] {
  const rest = sentence.trim();
  if (rest.length <= MAX_UTTERANCE) return [rest];
  const space = rest.lastIndexOf(" ", MAX_UTTERANCE);
  const end = space > 0 ? space : MAX_UTTERANCE;
  return [rest.slice(0, end), ...splitAtSpaces(rest.slice(end))];
}

function findVoice(language: string | null): SpeechSynthesisVoice | undefined {
  if (language === null) return undefined;
  const voices = speechSynthesis.getVoices();
  const wanted = language.toLowerCase();
  const tagOf = (voice: SpeechSynthesisVoice) => voice.lang.replace("_", "-").toLowerCase();
  return (
    voices.find((voice) => tagOf(voice) === wanted) ??
    voices.find((voice) => tagOf(voice).split("-")[0] === wanted.split("-")[0])
  );
}
