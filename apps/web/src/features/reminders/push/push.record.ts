/** Written while the switch of this device is on, so that each start knows what the server was sent. */
const PUSH_RECORD = "repasa:push";

export type PushRecord = {
  userId: number;
  /** The id of the subscription on the server. */
  id: number;
  endpoint: string;
  /** The browser's public key, in base64url. */
  p256dh: string;
};

export function readRecord(): PushRecord | null {
  try {
    return JSON.parse(localStorage.getItem(PUSH_RECORD) ?? "null") as PushRecord | null;
  } catch {
    return null;
  }
}

/** Null removes the record. */
export function writeRecord(record: PushRecord | null): void {
  try {
    if (record) localStorage.setItem(PUSH_RECORD, JSON.stringify(record));
    else localStorage.removeItem(PUSH_RECORD);
  } catch {
    // Without storage the subscription lasts, but no start renews it.
  }
}
