package tableimport

import "testing"

const aliasList = `[{"name": "El Faro", "homepage_url": "https://elfaro.example/", "aliases": [
	{"kind": "name", "value": "faro.example", "from": "2019-01-01", "to": "2024-05-31"},
	{"kind": "path", "value": "diario.example/faro"}]}]`

// TestAliasesComeIn checks that the aliases of an exported list come in with their kinds and dates, and that
// the aliases of a table are checked like those that people enter.
func TestAliasesComeIn(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	first := h.stage("list.json", aliasList)
	h.wantResults(first, "1 create\n")
	h.apply(first)
	h.wantResults(h.stage("list.json", aliasList), "1 unchanged\n")
	var stored string
	h.must(h.db.Pool.QueryRow(t.Context(), `
		SELECT string_agg(concat_ws(' ', a->>'kind', a->>'value', a->>'from', a->>'to'), '; ')
		FROM sources, jsonb_array_elements(aliases) a`).Scan(&stored))
	if stored != "name faro.example 2019-01-01 2024-05-31; path diario.example/faro" {
		t.Errorf("the aliases are %s", stored)
	}
	table := "Name,Homepage,Other names and addresses\n" +
		"El Faro,https://elfaro.example/,El Faro Diario; faro-diario.example\n" +
		"Bote,https://bote.example/,co.uk\n"
	second := h.stage("list.csv", table)
	h.wantResults(second, "1 update\n2 invalid Other names and addresses: "+
		"“co.uk” belongs to many outlets, each of which has its own address "+
		"on it. Enter the address of the outlet, such as paper.co.uk or paper.github.io.\n")
	h.apply(second)
	h.must(h.db.Pool.QueryRow(t.Context(), `
		SELECT string_agg(concat_ws(' ', a->>'kind', a->>'value', a->>'from', a->>'to'), '; ')
		FROM sources, jsonb_array_elements(aliases) a`).Scan(&stored))
	if stored != "name El Faro Diario; domain faro-diario.example" {
		t.Errorf("the aliases are %s", stored)
	}
}
