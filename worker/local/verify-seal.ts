import { createHash, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { formatInstant } from "#domain/dates.ts";
import { sujetDu } from "#worker/documents/signature/certificat.ts";
import { lireSceau } from "#worker/documents/signature/lecture-sceau.ts";
import { Problem, showError } from "./problem.ts";

const USAGE = `Indiquez le fichier, et les certificats de l’agence (PEM) ou l’empreinte de l’un d’eux :
  npm run verifier -- bail-signe.pdf --certificat sceau.pem
  npm run verifier -- bail-signe.pdf --empreinte 3f5a…`;
const A_L_OCTET = "Ce fichier est celui que l’agence a scellé, à l’octet près.";
const A_COMPARER =
  "Ce fichier n’a pas changé depuis son sceau, mais rien ne dit encore de qui il est : comparez l’empreinte du certificat à celle que l’agence publie, et donnez-la par --empreinte.";
const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * Checks the seal of a file, without network or database, and prints the result.
 * @returns whether the agency of these certificates sealed the file; false without a certificate to compare with
 */
export function verify(args: readonly string[], say: (said: string) => void): boolean {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      certificat: { type: "string", multiple: true },
      empreinte: { type: "string", multiple: true },
    },
  });
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw new Problem(USAGE);
  const known = values.certificat?.flatMap(certificatesIn) ?? [];
  const prints = [...(values.empreinte ?? []).map(plain), ...known.map(printOf)];
  const read = lireSceau(readFileSync(file), prints.length > 0 ? prints : null);
  if ("refus" in read) {
    say(`REFUSÉ  ${read.refus}`);
    return false;
  }
  say(`Scellé le            ${formatInstant(read.le)} (heure de Paris)`);
  say(`Par                  ${sujetDu(read.certificat)}`);
  say(`Certificat, SHA-256  ${read.empreinteCertificat}`);
  if (read.horodatage) {
    const { certificat, le } = read.horodatage;
    say(`Horodaté le          ${formatInstant(le)} (heure de Paris)`);
    say(`Par l’autorité       ${sujetDu(certificat)}`);
    say(`  dont le certificat ${printOf(certificat)}`);
  }
  say(`Fichier, SHA-256     ${read.empreinte}`);
  say(`Fichier lu, SHA-256  ${read.empreinteLue} (les ${read.octetsLus} premiers octets)`);
  say(`INTACT  ${prints.length > 0 ? A_L_OCTET : A_COMPARER}`);
  return prints.length > 0;
}

const plain = (print: string) => print.replace(/[\s:]/g, "").toLowerCase();

const printOf = (certificate: Uint8Array) => createHash("sha256").update(certificate).digest("hex");

function certificatesIn(path: string): Uint8Array[] {
  const found = readFileSync(path, "utf8").match(PEM);
  if (!found) throw new Problem(`${path} ne contient aucun certificat (PEM).`);
  return found.map((pem) => new X509Certificate(pem).raw);
}

if (import.meta.main) {
  try {
    process.exit(verify(process.argv.slice(2), (said) => console.log(said)) ? 0 : 1);
  } catch (error) {
    showError(error);
    process.exit(1);
  }
}
