import { describe, expect, test } from "vitest";
import { type Changements, unBail } from "../../../support/documents/bail.ts";
import { contient, ENCADREMENT, lire } from "../../../support/documents/contrat.ts";

describe("encadrement du loyer", () => {
  test("au-dessus du loyer de référence majoré, il montre le loyer de base et justifie le complément", async () => {
    const { text, warnings } = await lire({
      dossier: { encadrement: { ...ENCADREMENT, caracteristiqueLoyer: "Vue sur la Seine" } },
    });
    contient(text, [
      "majoré fixé par arrêté préfectoral : Oui",
      "Loyer de référence 15,00 €/m² Loyer de référence majoré 18,00 €/m² Loyer de base 820,80 €",
      "Complément de loyer 29,20 € (vingt-neuf euros et vingt centimes)",
      "Vue sur la Seine",
    ]);
    expect(warnings.join().replaceAll("\u00a0", " ")).toContain(
      "dépasse le loyer de référence majoré (820,80 €)",
    );
  });

  test("en dessous, le complément est néant ; désactivé dans les paramètres, il n'est pas imprimé", async () => {
    const encadrement = { surface: 45.6, loyerReference: 28, loyerReferenceMajore: 33.6 };
    expect((await lire({ dossier: { encadrement } })).text).toContain("Complément de loyer Néant");
    const agence = { ...unBail().agence, encadrementActif: false };
    expect((await lire({ dossier: { encadrement }, bail: { agence } })).text).not.toContain(
      "Loyer de référence majoré",
    );
  });

  test("« Non » s'imprime si l'agence l'a dit, ou hors de tout territoire ; sans réponse, la mention est à remplir", async () => {
    const mention = "majoré fixé par arrêté préfectoral : ";
    const reponse = async (changements: Changements) => {
      const { text } = await lire(changements);
      return text.slice(text.indexOf(mention) + mention.length).split(" c) ")[0];
    };
    const tu = { encadrement: null };
    expect(await reponse({ dossier: { encadrement: { soumis: false } } })).toBe("Non");
    expect(await reponse({ dossier: tu, appartement: { zoneEncadree: false } })).toBe("Non");
    expect(await reponse({ dossier: tu })).toBe("…………… (Oui / Non)");
    const limoges = { codePostal: "87000", ville: "Limoges" };
    expect(await reponse({ dossier: tu, appartement: limoges })).toBe("Non");
    expect(await reponse({ dossier: tu, appartement: { ...limoges, zoneEncadree: true } })).toBe(
      "…………… (Oui / Non)",
    );
    const agence = { ...unBail().agence, encadrementActif: false };
    expect(await reponse({ dossier: tu, bail: { agence } })).toBe("…………… (Oui / Non)");
  });

  test("signé après la fin réglée de l'encadrement, il n'en imprime rien, et ne dit pas « Non » pour autant", async () => {
    const signe = (dateCreationBail: string, finEncadrement: string | null) =>
      lire({
        dossier: { dateCreationBail, encadrement: ENCADREMENT },
        bail: { agence: { ...unBail().agence, finEncadrement } },
      });
    expect((await signe("2026-11-23", "2026-11-23")).text).toContain("Loyer de base 820,80 €");
    const apres = await signe("2026-11-24", "2026-11-23");
    expect(apres.text).not.toContain("Loyer de base");
    expect(apres.text).toContain("arrêté préfectoral : …………… (Oui / Non)");
    expect(apres.warnings.join()).toContain("changez cette date dans les paramètres");
    expect((await signe("2026-11-24", null)).text).toContain("Loyer de base 820,80 €");
    // The agency itself says that the cap applies: the contract prints the reference rents, with a reservation.
    const dit = await lire({
      dossier: { dateCreationBail: "2026-11-24", encadrement: { ...ENCADREMENT, soumis: true } },
      bail: { agence: { ...unBail().agence, finEncadrement: "2026-11-23" } },
    });
    contient(dit.text, [
      "arrêté préfectoral : Oui, sous réserve de la prorogation de l'expérimentation, dont le terme était fixé au 23 novembre 2026",
      "Loyer de base 820,80 €",
    ]);
    expect(dit.warnings.join()).toContain("sous réserve de sa prorogation");
  });
});
