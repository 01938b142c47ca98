// A software authenticator: it signs the challenges of a server as a device with passkeys would (WebAuthn level 3).
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import type { NewPasskey, PasskeyCreation, PasskeyRequest, ShownPasskey } from "@repasa/contract/factors.ts";

type Changes = { origin?: string; rpId?: string; verifiesUser?: boolean; counter?: number };

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
const base64 = (data: Buffer) => data.toString("base64url");

/** One passkey, which is created once and then used any number of times. */
export class PasskeyDevice {
  readonly id = randomBytes(32);
  counter = 0;
  private readonly origin: string;
  private readonly key: KeyObject;
  private readonly publicKey: KeyObject;
  private userHandle = "";

  constructor(origin = "http://localhost:3000") {
    this.origin = origin;
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    this.key = privateKey;
    this.publicKey = publicKey;
  }

  create({ challenge, rp, user }: PasskeyCreation, changes: Changes = {}): NewPasskey {
    this.userHandle = user.id;
    const { x = "", y = "" } = this.publicKey.export({ format: "jwk" });
    const coordinates = [x, y].map((one) => Buffer.from(one, "base64url"));
    // {1: 2, 3: -7, -1: 1, -2: x, -3: y}
    const coseKey = Buffer.concat([
      Buffer.from("a5010203262001215820", "hex"),
      coordinates[0] as Buffer,
      Buffer.from("225820", "hex"),
      coordinates[1] as Buffer,
    ]);
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, coseKey]);
    const data = Buffer.concat([this.header(rp.id, 0x40, changes), credential]);
    // {"fmt": "none", "attStmt": {}, "authData": data}
    const attestation = Buffer.concat([
      Buffer.from("a363666d74646e6f6e656761747453746d74a068617574684461746158", "hex"),
      Buffer.from([data.length]),
      data,
    ]);
    return {
      id: base64(this.id),
      rawId: base64(this.id),
      type: "public-key",
      response: {
        clientDataJSON: base64(this.clientData("webauthn.create", challenge, changes)),
        attestationObject: base64(attestation),
        transports: ["internal"],
      },
    };
  }

  show({ challenge, rpId }: PasskeyRequest, changes: Changes = {}): ShownPasskey {
    this.counter += 1;
    const data = this.header(rpId, 0, changes);
    const clientData = this.clientData("webauthn.get", challenge, changes);
    const signature = sign("sha256", Buffer.concat([data, sha256(clientData)]), this.key);
    return {
      id: base64(this.id),
      rawId: base64(this.id),
      type: "public-key",
      response: {
        clientDataJSON: base64(clientData),
        authenticatorData: base64(data),
        signature: base64(signature),
        userHandle: this.userHandle,
      },
    };
  }

  private header(rpId: string, more: number, { verifiesUser = true, ...changes }: Changes): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(changes.counter ?? this.counter);
    return Buffer.concat([sha256(changes.rpId ?? rpId), Buffer.from([more | 1 | (verifiesUser ? 4 : 0)]), counter]);
  }

  private clientData(type: string, challenge: string, { origin = this.origin }: Changes): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }
}
