package tableimport

import (
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// TestRowsWithoutAddress imports rows that have only an id or a name. They change the source that has it, as its
// name or as another name, and never rename it.
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
	create("El País", "pais.com", "ES")
	old := create("El Faro", "faro.com", "ES")
	_, err := h.register.Archive(t.Context(), h.by, old.ID, old.Version)
	h.must(err)
	const noAddress = "invalid The row has neither a homepage nor a feed, and no source has its id or its name; enter one " +
		"of them.\n"
	for name, test := range map[string]struct{ row, want, source, repair string }{
		"the id":             {",,2," + voice.ID.String(), "1 update\n", "La Voz", ""},
		"the id and a name":  {"Neue Stimme,,," + voice.ID.String(), "1 update\n", "La Voz", ""},
		"a name":             {"EL PAIS,,2,", "1 update\n", "El País", "“El País” of pais.com."},
		"only a name":        {"El País,,,", "1 unchanged\n", "El País", "“El País” of pais.com."},
		"another name":       {"Voz de Hoy,,2,", "1 update\n", "La Voz", "“La Voz” of voz.com."},
		"a name of a region": {"La Voz,AR,2,", "1 update\n", "La Voz", "“La Voz” of lavoz.com."},
		"a name of two": {"La Voz,,2,", "1 invalid The row has neither a homepage nor a feed, and several sources are named " +
			"“La Voz”; enter one of them.\n", "", ""},
		"a name elsewhere": {"El País,MX,2,", "1 " + noAddress, "", ""},
		"an unknown name":  {"La Nada,,2,", "1 " + noAddress, "", ""},
		"an archived one":  {"El Faro,,2,", "1 " + noAddress, "", ""},
		"an unknown id":    {",,2,0198d1c3-0000-7000-8000-000000000000", "1 " + noAddress, "", ""},
	} {
		id := h.stageBoth("list.csv", "name,country,tier,id\n"+test.row+"\n", test.want)
		row, err := h.RowByNumber(t.Context(), id, 1)
		h.must(err)
		if repair := "The row has no address. It was found by its name: " + test.repair; row.SourceName != test.source ||
			row.Repair != "" && row.Repair != repair || (row.Repair == "") != (test.repair == "") {
			t.Errorf("%s: %q is found, with the repair %q", name, row.SourceName, row.Repair)
		}
		h.must(h.Discard(t.Context(), h.by, id))
	}
	h.apply(h.stage("list.csv", "name,tier\nel pais,1\n"))
	found, err := h.register.Get(t.Context(), voice.ID)
	h.must(err)
	if found.Name != "La Voz" {
		t.Errorf("got %+v", found.Details)
	}
}
