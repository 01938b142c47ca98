import { type FunctionComponent, useState } from "react";

/** Returns a dialog that is not drawn before it opens for the first time. From then on it stays, because it fades out. */
export function onceOpened<Props extends { open: boolean }>(
  dialog: FunctionComponent<Props>,
): FunctionComponent<Props> {
  const Opened = dialog as FunctionComponent<object>;
  return (props) => {
    const [wasOpen, setWasOpen] = useState(props.open);
    if (props.open && !wasOpen) setWasOpen(true);
    return wasOpen || props.open ? <Opened {...props} /> : null;
  };
}
