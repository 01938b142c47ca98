/** How much is said in one go: some browsers fall silent in the middle of more. In UTF-16 units. */
const LONGEST = 180;

const AUTOMATIC = "repasa:speech";

/** Whether this browser has a voice. Some know theirs only a moment after they were asked first. */
export function hasVoices(): boolean {
  return typeof speechSynthesis !== "undefined" && speechSynthesis.getVoices().length > 0;
}

/** Says a text in place of what is being said; `language` as `es-ES`, or null for the device's. */
export function speak(text: string, language: string | null, onEnd: () => void): void {
  speechSynthesis.cancel();
  const parts = partsOf(text);
  for (const [index, part] of parts.entries()) {
    const utterance = new SpeechSynthesisUtterance(part);
    const voice = voiceFor(language);
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

/** Whether cards are read aloud as they come, on this device. */
export function speaksByItself(): boolean {
  try {
    return localStorage.getItem(AUTOMATIC) === "on";
  } catch {
    return false;
  }
}

export function letSpeakByItself(wanted: boolean): void {
  try {
    if (wanted) localStorage.setItem(AUTOMATIC, "on");
    else localStorage.removeItem(AUTOMATIC);
  } catch {
    // Then it is silent.
  }
}

/** Sentences, and longer ones in pieces that end with a word. A gap is a pause. */
export function partsOf(text: string): string[] {
  const said = text.replace(/\[\.{3}\]/g, "…").replace(/\s+/g, " ");
  const sentences = said.match(/[^.!?;:…]+[.!?;:…]*|[.!?;:…]+/g) ?? [];
  return sentences.flatMap(pieces).filter((part) => /[\p{L}\p{N}]/u.test(part));
}

function pieces(sentence: string): string[] {
  const rest = sentence.trim();
  if (rest.length <= LONGEST) return [rest];
  const space = rest.lastIndexOf(" ", LONGEST);
  const end = space > 0 ? space : LONGEST;
  return [rest.slice(0, end), ...pieces(rest.slice(end))];
}

function voiceFor(language: string | null): SpeechSynthesisVoice | undefined {
  if (language === null) return undefined;
  const voices = speechSynthesis.getVoices();
  const wanted = language.toLowerCase();
  const same = (voice: SpeechSynthesisVoice) => voice.lang.replace("_", "-").toLowerCase();
  return (
    voices.find((voice) => same(voice) === wanted) ??
    voices.find((voice) => same(voice).split("-")[0] === wanted.split("-")[0])
  );
}
