import type { Preferences } from "@repasa/contract/account.ts";

export type Channel = Preferences["reminderChannels"][number];
type Choice = Pick<Preferences, "reminder" | "reminderChannels" | "reminderStop">;

const ALL: readonly Channel[] = ["mail", "push"];

/** Returns whether reminders are sent through a channel. Mail that was stopped because of the mailbox is not. */
export function isChosen({ reminder, reminderChannels, reminderStop }: Choice, channel: Channel): boolean {
  return reminder && reminderChannels.includes(channel) && !(channel === "mail" && reminderStop !== null);
}

/**
 * Returns the change that switches a channel on or off and leaves the other one as it is. The server refuses an empty list, so
 * without channels reminders are switched off. The change is empty if there is nothing to change.
 */
export function chooseChannel(choice: Choice, channel: Channel, wanted: boolean): Partial<Preferences> {
  const channels = ALL.filter((one) => (one === channel ? wanted : isChosen(choice, one)));
  if (channels.length === 0) return choice.reminder ? { reminder: false } : {};
  const isSame = ALL.every((one) => channels.includes(one) === choice.reminderChannels.includes(one));
  const restarts = !choice.reminder || (channel === "mail" && wanted && choice.reminderStop !== null);
  return { ...(restarts && { reminder: true }), ...(!isSame && { reminderChannels: [...channels] }) };
}
