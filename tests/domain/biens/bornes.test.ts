import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { REGLAGES } from "#domain/agence/agence.ts";
import type { Reglage } from "#domain/agence/reglage.ts";
import { record as variable } from "#domain/agence/variable.ts";
import { record as appartement } from "#domain/biens/appartement-fiche.ts";
import { record as dossier } from "#domain/biens/dossier-fiche.ts";
import { record as equipement } from "#domain/biens/equipement.ts";
import { record as etatLieux } from "#domain/biens/etat-lieux.ts";
import { record as fichier } from "#domain/fichiers/fichier.ts";
import { record as accompte } from "#domain/missions/accompte-fiche.ts";
import { record as intendance } from "#domain/missions/intendance.ts";
import { record as mission } from "#domain/missions/mission-fiche.ts";
import { record as caution } from "#domain/personnes/caution.ts";
import { record as client } from "#domain/personnes/client-fiche.ts";
import { record as locataire } from "#domain/personnes/locataire-fiche.ts";
import { nouvellePasskey, secondFacteur } from "#domain/profils/facteur-fiche.ts";
import { confirmation, connexion } from "#domain/profils/user.ts";
import { creation as courriel } from "#domain/quittances/courriel-document.ts";
import {
  demandeAnnulation,
  demandeDuLot,
  creation as manuelle,
} from "#domain/quittances/quittance-fiche.ts";

type Bornes = Record<string, string[]>;

const TEXTE_USUEL = 255;
const MONTANT_USUEL = 99_999_999.99;

/** The fields of a record that have an unusual bound, by bound: « 100 » characters, « 0 à 100 » for a number. */
function bornes(schema: z.core.$ZodType): Bornes {
  const trouvees: Bornes = {};
  const visiter = (nom: string, noeud: z.core.JSONSchema.BaseSchema) => {
    for (const [enfant, propriete] of Object.entries(noeud.properties ?? {}))
      visiter(nom ? `${nom}.${enfant}` : enfant, propriete as z.core.JSONSchema.BaseSchema);
    for (const autre of noeud.anyOf ?? []) visiter(nom, autre as z.core.JSONSchema.BaseSchema);
    if (noeud.items) visiter(nom, noeud.items as z.core.JSONSchema.BaseSchema);
    const borne = borneDe(noeud);
    if (borne) trouvees[borne] = [...(trouvees[borne] ?? []), nom];
  };
  visiter("", z.toJSONSchema(schema, { unrepresentable: "any" }));
  return trouvees;
}

function borneDe(noeud: z.core.JSONSchema.BaseSchema): string | null {
  const { type, format, pattern, maxLength, minItems, maxItems, minimum, maximum, multipleOf } =
    noeud;
  if (maxItems !== undefined) return `${minItems ?? 0} à ${maxItems} fois`;
  if (type === "string" && !format && !pattern && maxLength && maxLength !== TEXTE_USUEL)
    return String(maxLength);
  const taux = multipleOf === 0.01 && maximum === 100;
  const usuel = maximum === MONTANT_USUEL || taux || maximum === 2 ** 53 - 1;
  return maximum === undefined || usuel ? null : `${minimum} à ${maximum}`;
}

const mots = (lignes: Record<string, string>): Bornes =>
  Object.fromEntries(Object.entries(lignes).map(([borne, champs]) => [borne, champs.split(" ")]));

/** A smaller bound would refuse values that records already hold. */
describe("ce qu'une fiche peut contenir, hors des longueurs et des montants usuels", () => {
  test.each<[string, z.core.$ZodType, Record<string, string>]>([
    ["accompte", accompte, {}],
    [
      "appartement",
      appartement,
      {
        10: "codePostal",
        20: "identifiantFiscal",
        50: "pdl etage caveNum",
        100: "ville numeroClef digicode syndicNom gestionnaireSyndicNom gardienNom",
        500: "detailClef detailTelecomande autreSyndic repartition",
        2000: "autresInfo elementEquipement elementEquipementImportant",
        "0 à 100": "nbPiece",
        "0 à 100000": "surface",
        "1990 à 2199": "dpeAnnee",
      },
    ],
    [
      "caution",
      caution,
      {
        10: "cp",
        100: "nom prenom lieuNaissance ville",
        5000: "complement",
        "1 à 24": "preavis",
      },
    ],
    [
      "client",
      client,
      {
        10: "cpNaissance codePostal codePostalFiscale",
        20: "numSiret tvaIntra",
        50: "numEdf numEnedis",
        100: "nom prenom nomJeuneFille nom2 lieuNaissance ville villeFiscale adresseElectronique representantNom representantQualite",
        254: "mailDefaut telDefaut",
      },
    ],
    [
      "dossier",
      dossier,
      {
        50: "edfEntree edfSortie indiceTrim dernierTrimestre numFraisDossier",
        100: "lieuSignature grilleVetuste.lignes.element",
        200: "vehicule grilleVetuste.nom",
        500: "nouvelleAdresse motifDureeReduite motifMobilite",
        2000: "encadrement.caracteristiqueLoyer",
        5000: "travaux",
        20000: "clauses.clausesText",
        "0 à 100":
          "encadrement.nbPiece grilleVetuste.lignes.dureeDeVie grilleVetuste.lignes.franchise",
        "0 à 10000":
          "indice dernierIndice encadrement.loyerReference encadrement.loyerReferenceMajore",
        "0 à 100000": "encadrement.surface",
        "1 à 31": "jourQuitance",
        "0 à 16 fois": "annexes",
        "1 à 60 fois": "grilleVetuste.lignes",
      },
    ],
    ["équipement", equipement, { 100: "nom" }],
    [
      "état des lieux",
      etatLieux,
      {
        "0 à 60 fois": "pieces",
        100: "lieu pieces.nom",
        500: "eauFroide eauChaude chauffage antenne interphone releveGaz",
        2000: "clef amenagement pieces.mur pieces.sol pieces.plafond pieces.fenetre pieces.electricite pieces.plomberie pieces.serrure pieces.observation",
      },
    ],
    ["fichier", fichier, {}],
    ["intendance", intendance, { 50: "numFacture", "0 à 100": "tauxRecuperable" }],
    [
      "locataire",
      locataire,
      {
        10: "codePostal autreCodePostal",
        20: "siren",
        100: "nom prenom nomJeuneFille lieuNaissance representantNom representantQualite ville autreNom autrePrenom autreNomJeuneFille autreLieuNaissance autreVille mineurNom mineurPrenom mineurLieuNaissance",
      },
    ],
    [
      "mission",
      mission,
      { 50: "numRegistre", 1000: "diffusionAnnonces", "1 à 10000": "nbAppart", "1 à 360": "duree" },
    ],
    ["réglage", variable, { 100: "nom", 10000: "valeur" }],
    [
      "réglages de l’agence",
      z.strictObject(
        Object.fromEntries(Object.entries<Reglage>(REGLAGES).map(([nom, un]) => [nom, un.schema])),
      ),
      {
        60: "iban",
        10000: "grilleVetuste pouvoirsMandat tachesIntendance clauseRgpd",
        "0 à 30": "delaiPostal",
        "0 à 600": "delaiEnvoi",
        "1 à 60": "delaiCheque signatureJours",
        "14 à 60": "retractationJours",
        "0 à 720": "delaiConfirmation delaiIban",
        "6 à 64": "longueurMotDePasse",
        "0 à 1000000":
          "irlValeur plafondHonorairesTresTendue plafondHonorairesTendue plafondHonorairesAutre plafondEdl",
        "1 à 365": "dureeAccesProprietaire",
        "1 à 24": "delaiPreavisMandat conservationCandidat conservationCaution",
        "1 à 30": "conservationLocataire conservationProprietaire conservationCourriel",
        "1 à 120":
          "cautionNbMois delaiRelance1 delaiRelance2 delaiMiseEnDemeure delaiInfoCaution delaiTransmission visaleMiseEnDemeure visaleDeclaration",
      },
    ],
    ["connexion", connexion, { 254: "credentials.email", 256: "credentials.password appareil" }],
    ["confirmation du mot de passe", confirmation, { 256: "password" }],
    [
      "passkey",
      nouvellePasskey,
      {
        20: "attestation.response.transports",
        60: "nom",
        "0 à 10 fois": "attestation.response.transports",
      },
    ],
    ["seconde étape", secondFacteur, { 256: "appareil" }],
    ["lot de quittances", demandeDuLot, { "1 à 500 fois": "ids" }],
    ["quittance à la main", manuelle, { "0 à 100000": "prixHC charge" }],
    ["annulation d’une quittance", demandeAnnulation, { 200: "motif" }],
    [
      "courriel qui porte un document",
      courriel,
      { 50: "document.champ", 200: "objet", 10000: "texte", "1 à 10 fois": "destinataires" },
    ],
  ])("%s", (_fiche, schema, attendues) => {
    expect(bornes(schema)).toEqual(mots(attendues));
  });
});
