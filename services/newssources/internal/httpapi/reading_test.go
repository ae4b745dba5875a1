package httpapi

import (
	"encoding/json"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// TestReadSettingsOfAnEndpoint checks that absent settings keep their value, that null clears it,
// and that invalid values are reported by field.
func TestReadSettingsOfAnEndpoint(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	source := editor.create("The Daily",
		`"endpoints":[{"kind":"html_list","url":"https://the-daily.example/news","charset":"latin1",`+
			`"default_zone":"Europe/Madrid","identity_policy":"link","recipe":{"list":"article","date":"time@datetime"}}]`)
	first := into[api.Source](editor.get(source.path)).Endpoints[0]
	path := source.path + "/endpoints/" + first.Id.String()
	current := editor.get(path)
	for _, c := range []struct{ patch, want string }{
		{`{"charset":"utf8"}`, `"utf-8" "Europe/Madrid" "link" {"date":"time@datetime","list":"article"}`},
		{`{"recipe":{"list":"li","title":"h2"}}`, `"utf-8" "Europe/Madrid" "link" {"list":"li","title":"h2"}`},
		{`{"charset":null,"default_zone":null,"identity_policy":null}`, `null null "auto" {"list":"li","title":"h2"}`},
		{`{"kind":"rss","recipe":null,"identity_policy":"guid"}`, `null null "guid" null`},
		{`{"default_zone":"America/Bogota"}`, `null "America/Bogota" "guid" null`},
		{`{"default_zone":""}`, `null null "guid" null`},
	} {
		current = editor.patch(path, current.etag(), c.patch).want(200)
		e := into[api.Endpoint](current)
		var got string
		for _, value := range []any{e.Charset, e.DefaultZone, e.IdentityPolicy, e.Recipe} {
			text, err := json.Marshal(value)
			must(t, err)
			got += " " + string(text)
		}
		if got[1:] != c.want {
			t.Errorf("%s: got%s, want %s", c.patch, got, c.want)
		}
	}
	a.expectUnchanged()
	for _, c := range []struct{ patch, pointer string }{
		{`{"charset":"utf-9"}`, "/charset"},
		{`{"default_zone":"Madrid"}`, "/default_zone"},
		{`{"identity_policy":"luck"}`, "/identity_policy"},
		{`{"kind":"html_list"}`, "/recipe"},
		{`{"recipe":{"list":"li"}}`, "/recipe"},
		{`{"kind":"html_list","recipe":{"list":"li","title":"h2:hover"}}`, "/recipe/title"},
		{`{"kind":"html_list","recipe":{"list":"li@id"}}`, "/recipe/list"},
		{`{"recipe":{"list":""}}`, "/recipe/list"},
		{`{"recipe":"li"}`, "/recipe"},
		{`{"recipe":{"list":"li","colour":"red"}}`, "/recipe/colour"},
		{`{"credentials":{"username":"joe"}}`, "/credentials/password"},
	} {
		checkFields(t, editor.patch(path, current.etag(), c.patch).problem(problem.Invalid), c.pointer)
	}
	for _, c := range []struct{ body, pointer string }{
		{`{"kind":"html_list","url":"https://the-daily.example/2"}`, "/recipe"},
		{`{"kind":"rss","url":"https://the-daily.example/2","recipe":{"list":"li"}}`, "/recipe"},
	} {
		checkFields(t, editor.post(source.path+"/endpoints", c.body).problem(problem.Invalid), c.pointer)
	}
}
