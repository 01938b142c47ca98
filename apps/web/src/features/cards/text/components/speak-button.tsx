import { useQuery } from "@tanstack/react-query";
import { Volume2, VolumeX } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { folderNamesQuery } from "#features/cards/cards.api.ts";
import { hasVoices, isAutomaticSpeechOn, speak, stopSpeaking } from "#features/cards/text/text.speech.ts";
import { isShortcut } from "#lib/shortcut.ts";
import { IconButton } from "#ui/icon-button.tsx";

type SpeakButtonProps = {
  /** Plain text, without Markdown syntax. */
  text: string;
  folderId: number;
  shortcuts: boolean;
  /** True if cards follow one another, so that each may be read aloud automatically. */
  follows?: boolean;
  className?: string;
};

const KEY = "L";

/** Reads a text of a card aloud, in the language of its folder. Hidden where the browser has no voice. */
export function SpeakButton({ text, folderId, shortcuts, follows = false, className }: SpeakButtonProps) {
  const available = useVoices();
  const { data: folders } = useQuery(folderNamesQuery());
  const [speaking, setSpeaking] = useState(false);
  const language = folders?.find(({ id }) => id === folderId)?.language ?? null;
  const turn = useRef(0);
  const start = () => {
    turn.current += 1;
    const mine = turn.current;
    setSpeaking(true);
    // A cancelled text reports its end late, when the next one is already being read.
    speak(text, language, () => mine === turn.current && setSpeaking(false));
  };
  const toggle = () => {
    if (!speaking) return start();
    stopSpeaking();
    setSpeaking(false);
  };
  const follow = useEffectEvent(() => {
    setSpeaking(false);
    if (follows && isAutomaticSpeechOn()) start();
  });
  useEffect(() => {
    if (!available) return;
    if (text !== "") follow();
    return stopSpeaking;
  }, [text, available]);
  useKey(shortcuts && available, toggle);
  if (!available) return null;
  const label = speaking ? "Dejar de leer" : "Leer en voz alta";
  return (
    <IconButton
      label={label}
      icon={speaking ? <VolumeX /> : <Volume2 />}
      title={shortcuts ? `${label} (${KEY})` : label}
      aria-keyshortcuts={shortcuts ? KEY : undefined}
      onClick={toggle}
      {...(className !== undefined && { className })}
    />
  );
}

function useKey(enabled: boolean, act: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toUpperCase() !== KEY || event.shiftKey || !isShortcut(event)) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    if (!enabled) return;
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [enabled]);
}

function useVoices(): boolean {
  const [available, setAvailable] = useState(hasVoices);
  useEffect(() => {
    if (typeof speechSynthesis === "undefined") return;
    const look = () => setAvailable(hasVoices());
    look();
    speechSynthesis.addEventListener?.("voiceschanged", look);
    return () => speechSynthesis.removeEventListener?.("voiceschanged", look);
  }, []);
  return available;
}
