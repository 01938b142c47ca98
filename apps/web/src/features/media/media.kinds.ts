export type MediaKind = "image" | "audio";

/** What this device has learned of media files since the page was loaded: a Markdown text does not say what they are. */
const kinds = new Map<string, MediaKind>();
const sizes = new Map<string, { width: number; height: number }>();

const SOUND_NAME = /\.(?:mp3|ogg|oga|wav|m4a|aac|opus)$/i;

/** What a media file is, as far as it is known or its description tells. */
export function kindOf(id: string, description: string): MediaKind {
  return kinds.get(id) ?? (SOUND_NAME.test(description.trim()) ? "audio" : "image");
}

export function rememberKind(id: string, kind: MediaKind): void {
  kinds.set(id, kind);
}

/** In pixels; undefined until it was shown once. */
export function sizeOf(id: string): { width: number; height: number } | undefined {
  return sizes.get(id);
}

export function rememberSize(id: string, size: { width: number; height: number }): void {
  sizes.set(id, size);
}
