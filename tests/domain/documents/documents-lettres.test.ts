import { describe, expect, it } from "vitest";
import { avenantBail } from "#worker/documents/bail/avenant-bail.ts";
import {
  type DonneesLettreRevision,
  lettreRevision,
} from "#worker/documents/locataires/lettre-revision.ts";
import type { Composed } from "#worker/documents/page/blocks.ts";
import { render } from "#worker/documents/page/render.ts";
import { avisReconduction } from "#worker/documents/suivi/avis-reconduction.ts";
import {
  type DonneesInformationCaution,
  informationCaution,
} from "#worker/documents/suivi/information-caution.ts";
import { miseEnDemeureAssurance } from "#worker/documents/suivi/mise-en-demeure-assurance.ts";
import { unBail } from "../../support/documents/bail.ts";
import { donneesReleve } from "../../support/documents/comptes.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";

const lire = async ({ document }: Composed) => readPdf(await render(document)).text;

const { agence, bailleurs, destinataire, emission, locataires, logement, stationnement } =
  donneesReleve();
const nommes = { agence, bailleurs, destinataire, emission, locataires, logement, stationnement };

describe("la lettre de révision", () => {
  const demandee: DonneesLettreRevision = {
    ...nommes,
    reference: "D000123",
    bailDu: "2025-06-20",
    regime: "nu",
    chargesMode: "provisions",
    provisionEtRevision: false,
    remiseJusquau: null,
    anniversaire: "2026-07-01",
    demandeLe: "2026-06-20",
    chiffres: {
      effetLe: "2026-07-01",
      serie: "IRL",
      annee: 2026,
      anneeAncienne: 2025,
      trimestre: 2,
      indiceAncien: 146.68,
      indiceNouveau: 148.37,
      loyerAvant: 850,
      loyerApres: 859.79,
      chargeAvant: 100,
      chargeApres: 100,
    },
    complements: [],
    remplacee: null,
  };

  it("se fonde sur l’article du bail nu, sur celui qui l’étend au meublé, ou sur le seul bail", async () => {
    const fondement = async (regime: DonneesLettreRevision["regime"]) =>
      /de votre bail du 20 juin 2025(.*?), nous vous demandons/.exec(
        await lire(lettreRevision({ ...demandee, regime })),
      )?.[1];
    const loi = "de la loi n° 89-462 du 6 juillet 1989";
    expect(await fondement("nu")).toBe(` et à l'article 17-1 ${loi}`);
    expect(await fondement("meuble")).toBe(` et aux articles 17-1 et 25-9 ${loi}`);
    expect(await fondement("code_civil")).toBe("");
  });
});

describe("l’avenant", () => {
  const convenu = {
    bail: unBail(),
    rang: 1,
    depuis: "2027-01-01",
    jusquau: null,
    avant: { loyerHC: 850, loyerCharge: 100 },
    apres: { loyerHC: 890, loyerCharge: 100 },
    commentaire: "Double vitrage.",
    finTravaux: "2026-10-15",
    facture: "facture 114",
    motif: "travaux",
  } as const;

  it("d’une remise dit en chiffres le loyer qui revient, et son jour", async () => {
    const remise = {
      ...convenu,
      motif: "remise",
      jusquau: "2027-03-31",
      finTravaux: null,
    } as const;
    const text = await lire(avenantBail({ ...remise, apres: { loyerHC: 700, loyerCharge: 100 } }));
    expect(text).toContain(
      "À compter du 1er avril 2027, le loyer hors charges est de nouveau de 850,00 € par mois, et la provision pour charges de 100,00 €.",
    );
  });

  it("de travaux les nomme, et ne cite la loi de 1989 que pour les baux qu’elle régit", async () => {
    const de = (regime: "nu" | "meuble" | "code_civil") =>
      lire(avenantBail({ ...convenu, bail: { ...convenu.bail, regime } }));
    const nu = await de("nu");
    expect(nu).toContain(
      "consécutive aux travaux d'amélioration achevés le 15 octobre 2026 (facture 114), conformément à l'article 17-1, II, de la loi n° 89-462 du 6 juillet 1989.",
    );
    expect(nu).toContain("Travaux : Double vitrage.");
    expect(await de("meuble")).toContain("article 25-9 de la loi");
    expect(await de("code_civil")).not.toContain("89-462");
  });
});

describe("l’information de la caution", () => {
  const informee: DonneesInformationCaution = {
    ...nommes,
    reference: "D000123",
    caution: {
      ...{ titre: "Madame", nom: "Petit", prenom: "Ana" },
      ...{ adresse: "2 rue Nationale", codePostal: "37000", ville: "Tours" },
    },
    acteLe: "2024-12-20",
    finLe: null,
    loi89: true,
    arreteAu: "2025-12-31",
    du: 950,
    comptesTenus: true,
    emission: "2026-02-10",
  };

  it("sans terme, dit comment elle se résilie, selon la loi du bail", async () => {
    const text = await lire(informationCaution(informee));
    expect(text).toContain("en le notifiant au bailleur");
    expect(text).toContain("au terme du contrat de location, initial, reconduit ou renouvelé");
    expect(text).toContain("article 22-1");
    const civil = await lire(informationCaution({ ...informee, loi89: false }));
    expect(civil).toContain("Code civil, article 2315");
    expect(civil).not.toContain("89-462");
  });
});

describe("les autres lettres de l’année", () => {
  it("laissent au locataire un mois entier après la réception pour s’assurer", async () => {
    const text = await lire(
      miseEnDemeureAssurance({
        ...{ ...nommes, agence: { ...agence, delaiPostal: 5 }, emission: "2026-11-29" },
        ...{ reference: "D000123", dateDebutBail: "2025-01-01", assuranceFin: null },
        bailleurs: [...bailleurs, ...bailleurs],
      }),
    );
    expect(text).toContain("dans le mois qui suit la réception de cette lettre");
    expect(text).toContain("au plus tard le 4 janvier 2027");
    expect(text).toContain("les bailleurs entendent souscrire");
  });

  it("sont signées du mandataire seul quand il écrit à son mandant", async () => {
    const mandant = {
      ...{ titre: "Madame", nom: "Durand", prenom: "Anne" },
      ...{ adresse: "3 rue du Bac", codePostal: "75007", ville: "Paris" },
    };
    const text = await lire(
      avisReconduction(
        {
          ...{ mandat: "000042", dateSignature: "2026-03-13", fin: "2027-03-12" },
          fenetre: { du: "2026-09-12", au: "2026-11-12", limite: "2026-12-12" },
          ...{ mandants: [mandant], emission: "2026-10-01", agence },
        } as Parameters<typeof avisReconduction>[0],
        [mandant] as Parameters<typeof avisReconduction>[1],
      ),
    );
    expect(text).toContain("LE MANDATAIRE");
    expect(text).not.toContain("POUR LE BAILLEUR");
  });
});
