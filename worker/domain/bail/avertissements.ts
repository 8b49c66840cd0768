import { doute, manque, retenus } from "../avertissement.ts";
import { clausesNulles } from "../biens/clauses-interdites.ts";
import { mineurLe } from "../personnes/majorite.ts";
import { estMorale } from "../personnes/personne.ts";
import { rechercheNormalisee } from "../recherche.ts";
import { avertissementsAnnexes } from "./annexes-exigees.ts";
import { type AvertissementDossier, type BailConnu, deStationnement, sousLoi89 } from "./bail.ts";
import { avertissementsDuree } from "./duree.ts";
import { avertissementsFinances } from "./finances.ts";
import { avertissementsHonoraires } from "./honoraires.ts";
import { avertissementsLogement, avertissementsPerformance } from "./logement.ts";
import { avertissementsLoyer } from "./loyer.ts";

/**
 * The facts missing or doubtful in a lease, by the law of its regime (bail/README §3), for the form and for the
 * contract; none while the regime is unknown.
 */
export function avertissementsDuBail(bail: BailConnu): AvertissementDossier[] {
  if (bail.regime === null) return [];
  return [
    ...surLeRegime(bail),
    ...avertissementsDuree(bail),
    ...avertissementsFinances(bail),
    ...avertissementsAnnexes(bail),
    ...(sousLoi89(bail)
      ? [
          ...avertissementsLogement(bail),
          ...avertissementsPerformance(bail),
          ...avertissementsLoyer(bail),
          ...avertissementsHonoraires(bail),
          ...surLesClauses(bail),
        ]
      : []),
  ];
}

export const CAUTION_ET_GARANTIE =
  "Le bailleur a une garantie des loyers impayés\u00A0: il ne peut pas demander aussi une caution, sauf si le locataire est étudiant ou apprenti (article 22-1).";

export const TVA_NON_DITE =
  "Loué seul, un emplacement de stationnement est soumis à la TVA, sauf franchise en base du bailleur (articles 261 D, 2° et 293 B du Code général des impôts)\u00A0: dites son régime dans le dossier.";

function surLeRegime(bail: BailConnu): AvertissementDossier[] {
  const { regime, locataire, appartement, cautions, dossier } = bail;
  const secondaire = regime === "code_civil";
  const societe = locataire !== null && estMorale(locataire);
  const lieu = ({ adresse, codePostal }: { adresse?: string | null; codePostal?: string | null }) =>
    rechercheNormalisee(`${adresse ?? ""} ${codePostal ?? ""}`);
  return retenus([
    secondaire &&
      locataire?.rp === true &&
      doute(
        "typeBail",
        "Le locataire occupe le logement à titre de résidence principale\u00A0: un bail soumis au seul Code civil serait requalifié en bail de la loi du 6 juillet 1989.",
      ),
    secondaire &&
      !societe &&
      locataire?.rp === false &&
      appartement !== null &&
      lieu(locataire) === lieu(appartement) &&
      doute(
        "LocataireId",
        "L'adresse de la résidence principale que le locataire déclare est celle du logement loué.",
      ),
    sousLoi89(bail) &&
      societe &&
      doute(
        "typeBail",
        "Le locataire est une personne morale\u00A0: elle n'a pas de résidence principale, et le bail relève du Code civil (article 2 de la loi du 6 juillet 1989).",
      ),
    !secondaire &&
      !societe &&
      !deStationnement(bail) &&
      regime !== "mobilite" &&
      locataire?.rp === false &&
      doute(
        "typeBail",
        "Le locataire n'occupe pas le logement à titre de résidence principale\u00A0: le bail relève en principe du Code civil.",
      ),
    secondaire &&
      typeof dossier.meuble !== "boolean" &&
      manque(
        "meuble",
        `Il n'est pas précisé si ${societe ? "le logement est loué meublé" : "la résidence secondaire est louée meublée"}.`,
      ),
    unTitulaireMineur(bail) &&
      doute(
        "LocataireId",
        "Un locataire n'est pas majeur à la signature du bail\u00A0: un mineur non émancipé ne s'engage pas seul, et le bail pourrait être annulé (articles 1146 et 1147 du Code civil). Le parent est le locataire, l'enfant le mineur hébergé.",
      ),
    deStationnement(bail) &&
      appartement !== null &&
      !appartement.situation?.trim() &&
      manque(
        "AppartementId",
        "L'emplacement n'est pas désigné\u00A0: dites son numéro ou son niveau dans la situation du bien.",
      ),
    deStationnement(bail) && !dossier.regimeTva && manque("regimeTva", TVA_NON_DITE),
    Boolean(dossier.garantieLoyersImpayes) &&
      (cautions?.length ?? 0) > 0 &&
      regime !== "etudiant" &&
      doute("garantieLoyersImpayes", CAUTION_ET_GARANTIE),
  ]);
}

/** Whether a tenant of the lease is a minor on the day of signature. */
function unTitulaireMineur({ dossier, locataire }: BailConnu): boolean {
  const signature = dossier.dateCreationBail;
  if (!signature || locataire === null || estMorale(locataire)) return false;
  const naissances = [locataire.naissance, locataire.secondTitulaire && locataire.autreNaissance];
  return naissances.some((jour) => Boolean(jour) && mineurLe(jour || signature, signature));
}

function surLesClauses({ dossier }: BailConnu): AvertissementDossier[] {
  return clausesNulles(dossier.clauses?.clausesText ?? "").map((motif) =>
    doute(
      "clauses.clausesText",
      `Une clause particulière semble réputée non écrite (article 4 de la loi du 6 juillet 1989)\u00A0: elle ${motif}.`,
    ),
  );
}
