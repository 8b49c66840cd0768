import type { Agence } from "#domain/agence/agence.ts";
import type { Jour } from "#domain/dates.ts";
import type { ComptesDeQuittance } from "#domain/gerance/locataires/comptes-de-quittance.ts";
import { nomComplet, type Personne } from "#domain/personnes/personne.ts";
import { type Logement, SANS_FONDS } from "#worker/documents/mentions.ts";

/** The facts in the mails of a receipt; amounts in euros, both days of the period included. */
export interface SujetDuCourriel {
  numero: string;
  /** The day on which the mail is sent. */
  jour: Jour;
  motifAnnulation: string | null;
  dateDebut: Jour;
  dateFin: Jour;
  echeance: Jour;
  loyerHC: number;
  charge: number;
  assurance?: number;
  montantPaye: number | null;
  /** A main home, under the law of 1989. */
  rp: boolean;
  /** A parking space, where nobody lives. */
  stationnement: boolean;
  /**
   * The revision whose difference of rent this receipt bills, for a month already billed; null for any other receipt.
   */
  RevisionId?: number | null;
  /** The facts that the books add to the mail; null when the books have none. */
  comptes?: ComptesDeQuittance | null | undefined;
  locataires: readonly Personne[];
  logement: Logement;
  agence: Agence;
}

export interface Texte {
  subject: string;
  text: string;
  html: string;
}

/** A part of a mail, rendered both as text and as HTML. */
type Partie =
  | { kind: "texte"; texte: string }
  | { kind: "montants"; lignes: readonly (readonly [string, string])[] }
  | { kind: "liens"; liens: readonly { libelle: string; url: string; principal?: boolean }[] };

/** A mail made of these parts, between a greeting to the tenants and the agency's identity. */
export function composer(
  { locataires, agence }: SujetDuCourriel,
  subject: string,
  parties: readonly Partie[],
): Texte {
  const salutation = `Bonjour ${locataires.map(nomComplet).join(" et ")},`;
  return lettre(agence, subject, [{ kind: "texte", texte: salutation }, ...parties]);
}

/** A mail that a person wrote, cut into paragraphs at its blank lines, above the agency's identity. */
export const composerLibre = (agence: Agence, subject: string, texte: string): Texte =>
  lettre(
    agence,
    subject,
    texte.split(/\n{2,}/).map((paragraphe) => ({ kind: "texte", texte: paragraphe.trim() })),
  );

/** A mail made of these parts, above the agency's identity. */
export function lettre(agence: Agence, subject: string, parties: readonly Partie[]): Texte {
  const signature = identite(agence);
  return {
    subject,
    text: [...parties.map(enTexte), "Cordialement,", signature.join("\n")].join("\n\n"),
    html: page(
      subject,
      `${parties.map(enHtml).join("")}${paragraphe("Cordialement,")}
<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #d5dde3;font-size:13px;line-height:20px;color:#5e6d7e">${signature.map(echapper).join("<br>")}</p>`,
    ),
  };
}

/** A mail in plain text, without link or button: its paragraphs above the agency's identity. */
export const enTexteSeul = (agence: Agence, paragraphes: readonly string[]): string =>
  [...paragraphes, identite(agence).join("\n")].filter(Boolean).join("\n\n");

/**
 * The agency's identity at the foot of every mail: name, form, capital, address, register, telephone, e-mail,
 * professional card, guarantor or the absence of funds (décret n° 72-678, art. 92, 94).
 */
function identite(agence: Agence): string[] {
  const { agenceNom, agenceAdresse, agenceCp, agenceVille, agenceTel, agenceEmail } = agence;
  const { carteType, carteNumero, carteLieu, garantNom, garantAdresse } = agence;
  const { formeJuridique, capital, rcs } = agence;
  const liste = (...parties: string[]) => parties.filter(Boolean).join(", ");
  return [
    liste(
      agenceNom,
      [formeJuridique, capital && `au capital de ${capital}`].filter(Boolean).join(" "),
    ),
    liste(agenceAdresse, [agenceCp, agenceVille].filter(Boolean).join(" ")),
    rcs && `RCS ${rcs}`,
    [agenceTel, agenceEmail].filter(Boolean).join(" · "),
    carteNumero &&
      `Gestion locative – carte professionnelle ${carteType && `${carteType} `}n° ${carteNumero}${carteLieu && ` délivrée par la CCI ${carteLieu}`}`,
    garantNom && `Garantie financière : ${liste(garantNom, garantAdresse)}`,
    agence.nonDetentionFonds ? SANS_FONDS : "",
  ].filter((ligne) => ligne !== "");
}

function enTexte(partie: Partie): string {
  if (partie.kind === "texte") return partie.texte;
  if (partie.kind === "montants")
    return partie.lignes.map(([libelle, montant]) => `${libelle} : ${montant}`).join("\n");
  return partie.liens.map(({ libelle, url }) => `${libelle} :\n${url}`).join("\n\n");
}

function enHtml(partie: Partie): string {
  if (partie.kind === "texte") return paragraphe(partie.texte);
  if (partie.kind === "montants") {
    const lignes = partie.lignes.map(
      ([libelle, montant], rang) =>
        `<tr${rang > 1 ? ' style="font-weight:bold"' : ""}><td style="padding:6px 0;border-bottom:1px solid #d5dde3">${echapper(libelle)}</td><td align="right" style="padding:6px 0;border-bottom:1px solid #d5dde3;white-space:nowrap">${echapper(montant)}</td></tr>`,
    );
    return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px">${lignes.join("")}</table>`;
  }
  return partie.liens
    .map(
      ({ libelle, url, principal }) =>
        `<p style="margin:0 0 12px"><a href="${echapper(url)}" style="display:block;padding:12px 16px;border:1px solid #0a4c5c;border-radius:6px;text-align:center;text-decoration:none;${principal ? "background:#0a4c5c;color:#ffffff" : "color:#0a4c5c"}">${echapper(libelle)}</a></p>`,
    )
    .join("");
}

const paragraphe = (texte: string) =>
  `<p style="margin:0 0 16px">${echapper(texte).replaceAll("\n", "<br>")}</p>`;

const page = (titre: string, corps: string) => `<!doctype html>
<html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${echapper(titre)}</title></head>
<body style="margin:0;padding:24px;background:#f1f6f6"><div style="max-width:560px;margin:0 auto;padding:28px;background:#ffffff;border-radius:8px;font:15px/23px Arial,Helvetica,sans-serif;color:#17212e">
${corps}
</div></body></html>`;

const ENTITES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const echapper = (texte: string) => texte.replace(/[&<>"]/g, (signe) => ENTITES[signe] ?? signe);
