import { beforeAll, describe, expect, it } from "vitest";
import type { DocumentGenere } from "#domain/fichiers/document.ts";
import type { DepartDetail } from "#domain/gerance/departs/depart-fiche.ts";
import { louer } from "../../support/agence/agence.ts";
import {
  agence,
  chemin,
  lire,
  noter,
  ouvrirLesDeparts,
  petit,
  suivre,
} from "../../support/agence/departs.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";

beforeAll(ouvrirLesDeparts);

describe("Le congé", () => {
  const louerA = async (bail: object, locataire: object = {}) => {
    suivre(
      await louer(agence.admin, {
        appartement: { zone: "autre" },
        locataire,
        bail: { typeBail: "nu", dateEntree: "2025-03-01", dateDebutBail: "2025-03-01", ...bail },
      }),
    );
  };

  it("du locataire court de sa réception : trois mois, un seul pour un motif justifié par la lettre", async () => {
    await louerA({});
    const conge = { genre: "conge_locataire", mode: "lrar", recuLe: "2025-11-30" };
    expect((await noter(conge)).data.finLe).toBe("2026-02-28");
    expect((await noter({ ...conge, motif: "mutation", justifie: false })).data.finLe).toBe(
      "2026-02-28",
    );
    expect((await noter({ ...conge, motif: "mutation", justifie: true })).data.finLe).toBe(
      "2025-12-30",
    );
  });

  it("du bailleur vaut pour le terme de ce jour-là, même noté une fois ce terme passé ; jamais par courriel", async () => {
    await louerA({
      dateEntree: "2020-11-01",
      dateDebutBail: "2020-11-01",
      dateCreationBail: "2020-10-20",
    });
    const conge = { genre: "conge_bailleur", mode: "lrar", motif: "vente", recuLe: "2026-04-20" };
    expect((await noter(conge)).data.finLe).toBe("2026-10-31");
    expect(await noter({ ...conge, mode: "mail" })).toMatchObject({
      status: 422,
      error: { fields: { mode: expect.stringContaining("article 15") } },
    });
  });

  it("donné par courriel n’est pas valable : le bailleur l’accepte, avec le jour convenu", async () => {
    await louerA({});
    const conge = { genre: "conge_locataire", mode: "mail", recuLe: "2026-11-20" };
    const { status, error } = await noter(conge);
    expect([status, JSON.stringify(error)]).toEqual([422, expect.stringContaining("article 15")]);
    expect((await noter({ ...conge, finLe: "2026-12-31" })).data.finLe).toBe("2026-12-31");
  });

  it("du bailleur vaut pour le terme, reçu six mois avant : trop tard, il est refusé", async () => {
    await louerA({
      dateEntree: "2024-03-01",
      dateDebutBail: "2024-03-01",
      dateCreationBail: "2024-02-20",
    });
    const conge = { genre: "conge_bailleur", mode: "commissaire", motif: "vente" };
    expect((await noter({ ...conge, recuLe: "2026-08-28" })).data.finLe).toBe("2027-02-28");
    const tard = await noter({ ...conge, recuLe: "2026-09-29" });
    expect([tard.status, JSON.stringify(tard.error)]).toEqual([
      422,
      expect.stringContaining("28/08/2026"),
    ]);
    const tot = await noter({ ...conge, recuLe: "2026-08-01", finLe: "2026-12-31" });
    expect([tot.status, JSON.stringify(tot.error)]).toEqual([
      422,
      expect.stringContaining("28/02/2027"),
    ]);
    const achat = await noter({ ...conge, recuLe: "2026-08-01", acquisLe: "2025-01-10" });
    expect([achat.status, JSON.stringify(achat.error)]).toEqual([
      422,
      expect.stringContaining("terme suivant"),
    ]);
  });

  it("n’est pas nécessaire à un décès : le bail s’arrête ce jour-là, ou passe à ceux qui vivaient là", async () => {
    await louerA({});
    expect(
      (await noter({ genre: "deces", recuLe: "2026-11-10", occupants: false })).data,
    ).toMatchObject({
      recuLe: "2026-11-10",
      finLe: "2026-11-10",
      finDuLoyer: "2026-11-10",
    });
    expect(
      (await noter({ genre: "deces", recuLe: "2026-11-10", occupants: true })).data,
    ).toMatchObject({
      recuLe: "2026-11-10",
      finLe: null,
      finDuLoyer: null,
    });
  });

  it("d’un seul titulaire laisse le bail, et le tient encore six mois, ou jusqu’à son remplaçant", async () => {
    await louerA(
      {},
      {
        secondTitulaire: true,
        autreTitre: "Madame",
        autreNom: "Roche",
        autrePrenom: "Ada",
        autreMail: "ada@exemple.fr",
        autreTel: "06 11 22 33 44",
      },
    );
    const conge = {
      titulaire: "second",
      genre: "conge_locataire",
      mode: "remise",
      recuLe: "2026-05-31",
    };
    const { data } = await noter(conge);
    expect(data).toMatchObject({
      recuLe: null,
      finDuLoyer: null,
      partants: [
        {
          nom: expect.stringContaining("Roche"),
          finLe: "2026-08-31",
          finDeSolidarite: "2027-02-28",
        },
      ],
    });
    const remplacee = await noter({ ...conge, remplaceLe: "2026-10-01" });
    expect(remplacee.data.partants).toMatchObject([{ finDeSolidarite: "2026-10-01" }]);
    const retire = await agence.user.delete<DepartDetail>(`${chemin()}?titulaire=second`);
    expect(retire.data.partants).toEqual([]);
  });

  it("se suit d’une convocation à l’état des lieux, au jour et à l’heure dits", async () => {
    await louerA({});
    await noter({ genre: "conge_locataire", mode: "lrar", recuLe: "2026-11-10" });
    const generer = (heure: string) =>
      agence.admin.get<DocumentGenere>(
        `/Dossier/${petit.DossierId}/convocationSortie/generate?le=2027-02-10&heure=${heure}`,
      );
    expect((await generer("25:00")).status).toBe(422);
    const { data } = await generer("09:30");
    const reponse = await agence.admin.fetch(`/files/${data.generated}`);
    const { text } = await readPdf(new Uint8Array(await reponse.arrayBuffer()));
    expect(text.replace(/\s+/g, " ")).toMatch(
      /ÉTAT DES LIEUX DE SORTIE.*Fin du bail le 10 février 2027.*10 février 2027 9 h 30.*sans elle, un retard à vous rendre le dépôt de garantie ne donne lieu à aucune majoration.*article 3-2/,
    );
  });

  it("ne convoque pas le locataire d’une résidence secondaire au nom de la loi de 1989", async () => {
    await louerA({ typeBail: "code_civil", dateFinBail: "2027-02-28" });
    const { data } = await agence.admin.get<DocumentGenere>(
      `/Dossier/${petit.DossierId}/convocationSortie/generate?le=2027-02-10&heure=09:30`,
    );
    const reponse = await agence.admin.fetch(`/files/${data.generated}`);
    const { text } = await readPdf(new Uint8Array(await reponse.arrayBuffer()));
    expect(text).toContain("ÉTAT DES LIEUX DE SORTIE");
    expect(text).not.toMatch(/89-462|article 22|article 3-2/);
  });

  it("du bailleur ne doit le loyer que pour le temps où le locataire a vécu là", async () => {
    await louerA({
      dateEntree: "2020-12-01",
      dateDebutBail: "2020-12-01",
      dateCreationBail: "2020-11-20",
    });
    const conge = { genre: "conge_bailleur", mode: "commissaire", motif: "vente" };
    const { data } = await noter({ ...conge, recuLe: "2026-05-10" });
    expect([data.finLe, data.finDuLoyer]).toEqual(["2026-11-30", "2026-11-30"]);
    expect((await noter({ clesLe: "2026-10-14" })).data.finDuLoyer).toBe("2026-10-14");
    expect((await noter({ clesLe: "2026-10-20" })).data.finDuLoyer).toBe("2026-10-20");
    expect((await noter({ clesLe: null })).data.finDuLoyer).toBe("2026-11-30");
    const { AppartementId, LocataireId } = petit;
    const { status } = await agence.user.delete(
      `/Appartement/${AppartementId}/tenant/remove/${LocataireId}`,
      {
        dateSortie: "2026-11-20",
      },
    );
    expect([status, (await lire()).finDuLoyer]).toEqual([200, "2026-11-20"]);
  });

  it("change sa fin avec ce dont elle découle, même dit seul", async () => {
    await louerA({});
    await noter({ genre: "conge_locataire", mode: "lrar", recuLe: "2026-08-14" });
    const seul = async (dit: object) => (await noter(dit)).data.finLe;
    expect(await seul({ motif: "mutation", justifie: true })).toBe("2026-09-14");
    expect(await seul({ justifie: false })).toBe("2026-11-14");
    expect(await seul({ finLe: "2026-12-31" })).toBe("2026-12-31");
    expect(await seul({ genre: "accord" })).toBe("2026-12-31");
    expect((await noter({ genre: "conge_bailleur" })).status).toBe(422);
  });

  it("refuse le jour qui ne peut être le sien, et dit pourquoi", async () => {
    await louerA({});
    const conge = { genre: "conge_locataire", mode: "lrar" };
    for (const [dit, raison] of [
      [{ ...conge, recuLe: "1990-01-01" }, "précède le bail"],
      [{ genre: "deces", recuLe: "2090-01-01" }, "à venir"],
      [{ genre: "conge_locataire", recuLe: "2090-01-01" }, "à venir"],
      [{ ...conge, finLe: "2026-12-31" }, "attendu"],
    ] as const) {
      const { status, error } = await noter(dit);
      expect([status, JSON.stringify(error)]).toEqual([422, expect.stringContaining(raison)]);
    }
  });

  it("d’un seul ne dit rien du départ de tous, ni une fin ou un remplaçant d’avant lui", async () => {
    const autre = { autreTitre: "Madame", autreNom: "Roche", autrePrenom: "Ada" };
    const joint = { autreMail: "ada@exemple.fr", autreTel: "06 11 22 33 44" };
    await louerA({}, { secondTitulaire: true, ...autre, ...joint });
    const conge = {
      titulaire: "second",
      genre: "conge_locataire",
      mode: "lrar",
      recuLe: "2026-05-31",
    };
    for (const dit of [
      { finLe: "2026-01-01" },
      { remplaceLe: "2026-01-01" },
      { genre: "conge_bailleur", motif: "vente" },
      { clesLe: "2026-08-31" },
    ])
      expect((await noter({ ...conge, ...dit })).status).toBe(422);
    await noter({ ...conge, finLe: "2026-07-15" });
    const remplacee = await noter({ titulaire: "second", remplaceLe: "2026-08-01" });
    expect(remplacee.data.partants).toMatchObject([
      { finLe: "2026-07-15", finDeSolidarite: "2026-08-01" },
    ]);
    expect((await noter({ ...conge, genre: "deces" })).data.partants).toMatchObject([
      { finLe: "2026-05-31", finDeSolidarite: null },
    ]);
  });

  it("retiré, rend au bail ses jours d’avant", async () => {
    await louerA({});
    await noter({ genre: "conge_locataire", mode: "lrar", recuLe: "2026-11-10" });
    const { status, data } = await agence.user.delete<DepartDetail>(chemin());
    expect([status, data.depart, data.finLe, data.finDuLoyer]).toEqual([200, null, null, null]);
  });
});
