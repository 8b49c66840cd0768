import { formatJour } from "../../dates.ts";
import { type Euros, enEuros, formatEuros } from "../../montants.ts";
import { SANS_FRANCHISE } from "../mandats/conditions.ts";
import { NON_INSCRIT } from "../mandats/mandat-rendu.ts";
import type { ModeFonds } from "../mandats/mots-de-conditions.ts";
import type { Anomalie, ContenuCompteRendu } from "./compte-rendu.ts";
import type { CompteEtabli } from "./compte-rendu-etabli.ts";
import { conditionsLe, type DonneesDuCompte } from "./donnees-du-compte.ts";
import { fraisDuCompte } from "./honoraires-du-compte.ts";

const alerte = (
  genre: Anomalie["genre"],
  bloque: Anomalie["bloque"],
  detail: string,
  deQui: Pick<Anomalie, "ClientId" | "DossierId" | "IntendanceId"> = {},
): Anomalie => ({ genre, bloque, detail, ...deQui });

/**
 * The points that staff check before they validate an owner's statement; the points that block it come first.
 */
export function anomaliesDe(donnees: DonneesDuCompte, compte: CompteEtabli): Anomalie[] {
  const toutes = [
    ...duMandat(donnees, compte),
    ...desMandants(donnees, compte),
    ...desDepenses(donnees),
    ...desLoyers(compte),
  ];
  const rang = ({ bloque }: Anomalie) => ["cloture", "reversement", null].indexOf(bloque);
  return toutes.toSorted((anomalie, autre) => rang(anomalie) - rang(autre));
}

/** The only point that a validated statement may show: a negative balance, which blocks the payment to the owner. */
export const anomaliesDuValide = ({ solde, modeFonds }: ContenuCompteRendu): Anomalie[] =>
  solde < 0 ? [debiteur(solde, modeFonds)] : [];

function debiteur(solde: Euros, modeFonds: ModeFonds): Anomalie {
  const manque = formatEuros(0 - solde);
  const detail =
    modeFonds === "agence"
      ? `Le compte du mandant est débiteur de ${manque}\u00A0: aucun autre mandant ne doit le financer. Un apport de l’agence de ${manque} le couvrirait.`
      : `Le compte du mandant est débiteur de ${manque}\u00A0: l’agence les a avancés.`;
  return alerte("negatif", "reversement", detail);
}

function duMandat(
  donnees: DonneesDuCompte,
  { factures, honorairesDus, solde, modeFonds, parts }: CompteEtabli,
): Anomalie[] {
  const { conditions, au, mandants, lignes, mandat } = donnees;
  const anomalies: Anomalie[] = [];
  if (mandat.numero === NON_INSCRIT) {
    const detail =
      "Ce mandat n’est pas inscrit au registre des mandats\u00A0: sans son numéro il est nul, et aucun honoraire n’est dû\u00A0: ce projet n’en compte pas. Notez sa signature et ce qui lui manque, ou son numéro.";
    anomalies.push(alerte("non_inscrit", "cloture", detail));
  }
  if (!conditionsLe(conditions, au)) {
    const detail = `Aucune condition n’est dite pour ce mandat au ${formatJour(au)}\u00A0: honoraires, provision, qui reçoit les loyers.`;
    anomalies.push(alerte("sans_conditions", "cloture", detail));
  }
  if (!parts) {
    const detail =
      mandants.length === 0
        ? "Ce mandat n’a pas de mandant."
        : "Les quotes-parts des mandants ne sont pas dites.";
    anomalies.push(alerte("sans_part", "cloture", detail));
  }
  const retires = fraisDuCompte(donnees).filter(({ montant }) => montant === null);
  for (const libelle of new Set(retires.map((retire) => retire.libelle))) {
    const detail = `Les conditions du mandat au ${formatJour(au)} n’ont pas de frais «\u00A0${libelle}\u00A0» sur demande\u00A0: retirez-les de ce compte.`;
    anomalies.push(alerte("frais_hors_mandat", "cloture", detail));
  }
  const facturees = factures
    .filter(({ serie }) => serie === "FH")
    .flatMap((facture) => facture.lignes);
  if (facturees.some(({ tauxTva, franchise }) => tauxTva === 0 && !franchise)) {
    anomalies.push(alerte("tva_nulle", "cloture", SANS_FRANCHISE));
  }
  if (factures.length > 0 && donnees.sansSiren) {
    const detail =
      "Le SIRET de l’agence manque dans les paramètres, ou n’est pas juste\u00A0: une facture d’honoraires le porte (CGI, annexe II, art. 242 nonies A).";
    anomalies.push(alerte("sans_siren", "cloture", detail));
  }
  if (solde < 0) anomalies.push(debiteur(enEuros(solde), modeFonds));
  if (honorairesDus > 0) {
    const detail = `Ce compte ne porte pas de quoi payer tous les honoraires\u00A0: ${formatEuros(enEuros(honorairesDus))} d’honoraires dus, pris sur les prochains fonds.`;
    anomalies.push(alerte("honoraires_dus", null, detail));
  }
  if (lignes.length === 0) {
    anomalies.push(alerte("sans_mouvement", null, "Rien n’a été appelé, reçu ni dépensé."));
  }
  return anomalies;
}

const desMandants = (
  { mandants }: DonneesDuCompte,
  { parts, reversement }: CompteEtabli,
): Anomalie[] =>
  mandants.flatMap(({ ClientId, nom, mail, iban, ibanEnAttente }) => {
    const part = parts?.find((quotite) => quotite.ClientId === ClientId);
    if (parts && (!part || (part.num === 0 && part.montant === 0))) return [];
    const paye = reversement > 0 && (part?.montant ?? 0) > 0;
    return [
      ...(paye && iban === null && !ibanEnAttente
        ? [alerte("sans_iban", "reversement", `L’IBAN de ${nom} n’est pas connu.`, { ClientId })]
        : []),
      ...(paye && ibanEnAttente
        ? [
            alerte(
              "iban_recent",
              "reversement",
              `L’IBAN de ${nom} vient de changer\u00A0: il attend sa confirmation ou son délai.`,
              { ClientId },
            ),
          ]
        : []),
      ...(mail === null
        ? [
            alerte(
              "sans_mail",
              null,
              `${nom} n’a pas d’adresse e-mail\u00A0: son compte rendu part par la poste.`,
              { ClientId },
            ),
          ]
        : []),
    ];
  });

const desDepenses = ({ lignes, conditions }: DonneesDuCompte): Anomalie[] =>
  lignes.flatMap(({ depense, montant, date }) => {
    if (!depense || montant >= 0) return [];
    const { IntendanceId } = depense;
    const quoi = `${depense.libelle}, ${formatEuros(enEuros(0 - montant))}`;
    const seuil = conditionsLe(conditions, date)?.seuilAccord;
    return [
      ...(depense.facture
        ? []
        : [
            alerte("depense_sans_facture", null, `La facture manque\u00A0: ${quoi}.`, {
              IntendanceId,
            }),
          ]),
      ...(seuil !== undefined && 0 - montant > seuil && !depense.accord
        ? [
            alerte("depense_sans_accord", null, `L’accord du mandant manque\u00A0: ${quoi}.`, {
              IntendanceId,
            }),
          ]
        : []),
    ];
  });

function desLoyers({ contenu }: CompteEtabli): Anomalie[] {
  const dus = contenu.situation.filter(({ resteDu }) => resteDu > 0);
  return dus.map(({ DossierId, locataire, resteDu, action }) =>
    alerte(
      "impaye",
      null,
      `${locataire} doit ${formatEuros(resteDu)}${action === null ? "" : `\u00A0: ${action}`}.`,
      { DossierId },
    ),
  );
}
