package tableimport

import (
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// noAddress is the result of a row whose source is not found.
const noAddress = "invalid The row has neither a homepage nor a feed, and no live source (of its country) has its " +
	"id or its name; enter a homepage or a feed.\n"

// TestRowsWithoutAddress imports rows that have only an id or a name. They change the source that has it, as its
// name or as another name. A row that is found by its name does not rename the source.
func TestRowsWithoutAddress(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	create := func(name, domain, country string, aliases ...string) *source.Source {
		input := source.CreateInput{Details: source.Details{Name: name, HomepageURL: "https://" + domain + "/",
			Country: country}}
		for _, alias := range aliases {
			input.Aliases = append(input.Aliases, source.Alias{Kind: source.AliasName, Value: alias})
		}
		made, err := h.register.Create(t.Context(), h.by, input)
		h.must(err)
		return made
	}
	voice := create("La Voz", "voz.com", "ES", "Voz de Hoy")
	create("La Voz", "lavoz.com", "AR")
	country := create("El País", "pais.com", "ES")
	old := create("El Faro", "faro.com", "ES")
	_, err := h.register.Archive(t.Context(), h.by, old.ID, old.Version)
	h.must(err)
	create("El Faro", "faro.com", "AR")
	for name, test := range map[string]struct{ row, want, source, repair string }{
		"the id":              {",,2," + voice.ID.String(), "1 update\n", "La Voz", ""},
		"the id and a name":   {"Neue Stimme,,," + voice.ID.String(), "1 update\n", "La Voz", ""},
		"a name":              {"EL PAIS,,2,", "1 update\n", "El País", "“El País” (pais.com)."},
		"only a name":         {"El País,,,", "1 unchanged\n", "El País", "“El País” (pais.com)."},
		"another name":        {"Voz de Hoy,,2,", "1 update\n", "La Voz", "“La Voz” (voz.com)."},
		"a name in a country": {"La Voz,AR,2,", "1 update\n", "La Voz", "“La Voz” (lavoz.com)."},
		"a name of two sources": {"La Voz,,2,", "1 invalid The row has neither a homepage nor a feed, and several sources " +
			"have the name “La Voz”; enter a homepage or a feed.\n", "", ""},
		"a name in another country":   {"El País,MX,2,", "1 " + noAddress, "", ""},
		"an unknown name":             {"La Nada,,2,", "1 " + noAddress, "", ""},
		"the name of an archived one": {"El Faro,ES,2,", "1 " + noAddress, "", ""},
		"the id of an archived one": {",,2," + old.ID.String(),
			"1 conflict “El Faro” is archived. Unarchive it, or skip this row.\n", "El Faro", ""},
		"an unknown id": {",,2,0198d1c3-0000-7000-8000-000000000000", "1 " + noAddress, "", ""},
	} {
		id := h.stageBoth("list.csv", "name,country,tier,id\n"+test.row+"\n", test.want)
		row, err := h.RowByNumber(t.Context(), id, 1)
		h.must(err)
		repair := test.repair
		if repair != "" {
			repair = "The row has no address. Its source was found by its name: " + repair
		}
		if row.SourceName != test.source || row.Repair != repair {
			t.Errorf("%s: %q is found, with the repair %q", name, row.SourceName, row.Repair)
		}
		h.must(h.Discard(t.Context(), h.by, id))
	}
	h.apply(h.stage("list.csv", "name,tier\nel pais,1\n"))
	found, err := h.register.Get(t.Context(), country.ID)
	h.must(err)
	if found.Name != "El País" || found.Tier == nil || *found.Tier != 1 {
		t.Errorf("got %+v", found.Details)
	}
}
