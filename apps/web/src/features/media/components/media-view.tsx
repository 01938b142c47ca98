import * as mediaEndpoints from "@repasa/contract/client/media.ts";
import { ImageOff, Volume2 } from "lucide-react";
import { type SyntheticEvent, useState } from "react";
import {
  findMediaSize,
  guessMediaKind,
  type MediaKind,
  rememberKind,
  rememberSize,
} from "#features/media/media.kinds.ts";
import { endpointUrl } from "#lib/server-calls.ts";
import { useOnline } from "#lib/use-online.ts";

type MediaViewProps = {
  /** Null if the text does not refer to a file of the account. */
  id: string | null;
  description: string;
  /** Set inside a link or a button, where a player could not be operated. */
  still?: boolean;
};

/** Shows an image or an audio player. If loading as the expected kind fails, the other kind is tried. */
export function MediaView({ id, description, still = false }: MediaViewProps) {
  if (id === null) return <Missing description={description} />;
  return <Known key={id} id={id} description={description} still={still} />;
}

function Known({ id, description, still }: { id: string; description: string; still: boolean }) {
  const [kind, setKind] = useState<MediaKind>(() => guessMediaKind(id, description));
  const [tried, setTried] = useState(0);
  const tryOther = () => {
    setKind(kind === "image" ? "audio" : "image");
    setTried(tried + 1);
  };
  useOnline(() => setTried(0));
  if (tried > 1) return <Missing description={description} />;
  const src = endpointUrl(mediaEndpoints.read, { params: { mediaId: id } });
  if (kind === "image") return <Picture id={id} src={src} description={description} onFailed={tryOther} />;
  if (still) return <Sound description={description} />;
  return (
    // biome-ignore lint/a11y/useMediaCaption: recordings of students have no captions
    <audio
      controls
      preload="metadata"
      src={src}
      aria-label={description || "Sonido"}
      onLoadedMetadata={() => rememberKind(id, "audio")}
      onError={tryOther}
      className="rich-sound"
    />
  );
}

type PictureProps = { id: string; src: string; description: string; onFailed: () => void };

function Picture({ id, src, description, onFailed }: PictureProps) {
  const [size, setSize] = useState(() => findMediaSize(id));
  const loaded = ({
    currentTarget: { naturalWidth: width, naturalHeight: height },
  }: SyntheticEvent<HTMLImageElement>) => {
    rememberKind(id, "image");
    rememberSize(id, { width, height });
    setSize({ width, height });
  };
  return (
    <img
      src={src}
      alt={description}
      width={size?.width}
      height={size?.height}
      decoding="async"
      data-waiting={size ? undefined : ""}
      onLoad={loaded}
      onError={onFailed}
      className="rich-image"
    />
  );
}

function Sound({ description }: { description: string }) {
  return (
    <span className="rich-missing">
      <Volume2 aria-hidden />
      {description || "Sonido"}
    </span>
  );
}

function Missing({ description }: { description: string }) {
  return (
    <span className="rich-missing">
      <ImageOff aria-hidden />
      {description ? `${description} (no disponible)` : "Imagen no disponible"}
    </span>
  );
}
