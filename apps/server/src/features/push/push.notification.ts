/** The content that a device receives. Locked screens show it, so it never contains a text of the user. */
export type PushNotification = {
  readonly title: "Repasa";
  readonly body: string;
  /** The path that a tap on the notification opens. */
  readonly url: string;
  readonly tag: string;
  /** The number of pending cards, for the app's badge. */
  readonly badge: number;
};

/** The tag with which a notification replaces an earlier one on the device, and the topic with which it does at the push service. */
export const PUSH_TAG = "repaso";

/** @param count The number of pending cards. */
export function createNotification(body: string, count: number): PushNotification {
  return { title: "Repasa", body, url: "/study", tag: PUSH_TAG, badge: count };
}
