import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const REGLES = `[tsa]
serial = $ENV::LIEU/serie
signer_cert = $ENV::LIEU/tsa.pem
signer_key = $ENV::LIEU/tsa.key
certs = $ENV::LIEU/racine.pem
default_policy = 1.2.3.4.1
digests = sha256
signer_digest = sha256
accuracy = secs:1
ordering = yes
tsa_name = yes
ess_cert_id_alg = sha256
`;
const USAGE = "extendedKeyUsage = critical,timeStamping\nkeyUsage = critical,digitalSignature\n";

/** Changes the answer of the authority before it is sent; null: no answer is sent. */
export type Altere = (reponse: Buffer) => Buffer | null;

/** A timestamp authority on this machine, made with `openssl ts`. */
export async function uneAutorite(cle: "rsa" | "ec" = "rsa") {
  const lieu = mkdtempSync(join(tmpdir(), "tsa-"));
  const openssl = (...args: string[]) =>
    execFileSync("openssl", args, { env: { ...process.env, LIEU: lieu }, stdio: "pipe" });
  const dans = (nom: string) => join(lieu, nom);
  writeFileSync(dans("tsa.cnf"), REGLES);
  writeFileSync(dans("usage.cnf"), USAGE);
  writeFileSync(dans("serie"), "01");
  const nouvelle = cle === "rsa" ? ["rsa:2048"] : ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"];
  const demande = ["req", "-newkey", ...nouvelle, "-nodes", "-subj"];
  openssl(
    ...[...demande, "/CN=Racine d’essai", "-x509", "-days", "3650", "-utf8"],
    ...["-keyout", dans("racine.key"), "-out", dans("racine.pem")],
  );
  openssl(
    ...[...demande, "/C=FR/O=Heure exacte/CN=Horodatage d’essai", "-utf8"],
    ...["-keyout", dans("tsa.key"), "-out", dans("tsa.csr")],
  );
  openssl(
    ...["x509", "-req", "-in", dans("tsa.csr"), "-CA", dans("racine.pem")],
    ...["-CAkey", dans("racine.key"), "-CAcreateserial", "-days", "3650"],
    ...["-extfile", dans("usage.cnf"), "-out", dans("tsa.pem")],
  );
  const tsa = { altere: ((reponse) => reponse) as Altere };
  const serveur = createServer(async (demandee, reponse) => {
    const morceaux: Buffer[] = [];
    for await (const morceau of demandee) morceaux.push(morceau);
    writeFileSync(dans("q.tsq"), Buffer.concat(morceaux));
    openssl(
      ...["ts", "-reply", "-config", dans("tsa.cnf"), "-section", "tsa"],
      ...["-queryfile", dans("q.tsq"), "-out", dans("r.tsr")],
    );
    const octets = tsa.altere(readFileSync(dans("r.tsr")));
    if (octets === null) return;
    reponse
      .writeHead(200, { "Content-Type": "application/timestamp-reply", Connection: "close" })
      .end(octets);
  });
  await new Promise<void>((pret) => serveur.listen(0, "127.0.0.1", pret));
  const { port } = serveur.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    racine: dans("racine.pem"),
    /** The content of a token, signed again by a certificate made for `usage`, as no true authority would. */
    resigner: (jeton: Uint8Array, usage: string): Buffer => {
      writeFileSync(dans("jeton"), jeton);
      const der = ["-inform", "DER", "-in", dans("jeton")];
      openssl("cms", "-verify", "-noverify", ...der, "-out", dans("dit"));
      openssl(
        ...["req", "-x509", "-key", dans("tsa.key"), "-subj", "/CN=Autre usage"],
        ...["-addext", `extendedKeyUsage = critical,${usage}`, "-out", dans("autre.pem")],
      );
      openssl(
        ...["cms", "-sign", "-binary", "-nodetach", "-cades", "-md", "sha256", "-outform", "DER"],
        ...["-econtent_type", "1.2.840.113549.1.9.16.1.4", "-in", dans("dit")],
        ...["-signer", dans("autre.pem"), "-inkey", dans("tsa.key"), "-out", dans("resigne")],
      );
      return readFileSync(dans("resigne"));
    },
    /** Makes every later answer go through `altere`. */
    altere: (altere: Altere) => {
      tsa.altere = altere;
    },
    fermer: () => {
      serveur.closeAllConnections();
      serveur.close();
      rmSync(lieu, { recursive: true });
    },
  };
}
