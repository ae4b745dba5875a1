package httpapi

import (
	"reflect"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

const everyDetail = `"media_type":"newspaper","country":"ES","region":"ES-CT","languages":["ca","es"],"scope":"regional","tier":2,` +
	`"paywall":"metered","rights":"restricted","rights_note":"ask first","owner":"Grupo","notes":"two\nlines","tags":["daily","sport"]`

// TestMergePatchOfASource checks that absent fields keep their value and that null clears it (RFC
// 7396).
func TestMergePatchOfASource(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	source := editor.create("The Daily", everyDetail)
	before := into[api.Source](editor.get(source.path))
	tier, empty := 5, []string{}
	for _, c := range []struct {
		name, patch string
		change      func(*api.Source)
	}{
		{"a text", `{"notes":"new"}`, func(s *api.Source) { s.Notes = convert.Optional("new") }},
		{"a number", `{"tier":5}`, func(s *api.Source) { s.Tier = &tier }},
		{"a list as a whole", `{"tags":["weekly"]}`, func(s *api.Source) { s.Tags = []string{"weekly"} }},
		{"an empty list", `{"languages":[]}`, func(s *api.Source) { s.Languages = empty }},
		{"null for a text", `{"notes":null}`, func(s *api.Source) { s.Notes = nil }},
		{"null for a number", `{"tier":null}`, func(s *api.Source) { s.Tier = nil }},
		{"null for lists", `{"tags":null,"languages":null}`, func(s *api.Source) { s.Tags, s.Languages = empty, empty }},
		{"null for enums", `{"media_type":null,"scope":null}`, func(s *api.Source) { s.MediaType, s.Scope = nil, nil }},
		{"null for country and region", `{"country":null,"region":null}`,
			func(s *api.Source) { s.Country, s.Region = nil, nil }},
		{"null for the rest", `{"rights_note":null,"owner":null}`, func(s *api.Source) { s.RightsNote, s.Owner = nil, nil }},
		{"an empty text", `{"owner":""}`, func(s *api.Source) { s.Owner = nil }},
		{"an enum", `{"paywall":"hard"}`, func(s *api.Source) { s.Paywall = "hard" }},
		{"another address of the same outlet", `{"homepage_url":"http://www.the-daily.example/home?utm_source=x"}`,
			func(s *api.Source) { s.HomepageUrl = "http://www.the-daily.example/home" }},
	} {
		t.Run(c.name, func(t *testing.T) {
			editor := editor.in(t)
			read := editor.get(source.path)
			want := into[api.Source](read)
			c.change(&want)
			got := into[api.Source](editor.patch(source.path, read.etag(), c.patch).want(200))
			want.Version, want.UpdatedAt = got.Version, got.UpdatedAt
			if !reflect.DeepEqual(got, want) {
				t.Errorf("got  %+v\nwant %+v", got, want)
			}
			reset := editor.patch(source.path, editor.get(source.path).etag(),
				`{"homepage_url":"`+before.HomepageUrl+`",`+everyDetail+`}`).want(200)
			again := into[api.Source](reset)
			want = before
			want.Version, want.UpdatedAt = again.Version, again.UpdatedAt
			if !reflect.DeepEqual(again, want) {
				t.Errorf("after the reset: %+v", again)
			}
		})
	}
}

func TestInvalidPatchesAreRejected(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	source := editor.create("The Daily", everyDetail)
	paused := editor.create("The Paused")
	paused.etag = editor.patch(paused.path, paused.etag, `{"lifecycle":"paused"}`).want(200).etag()
	a.expectUnchanged()
	for _, c := range []struct {
		name, patch string
		pointers    []string
	}{
		{"empty patch", `{}`, []string{""}},
		{"null for the name", `{"name":null}`, []string{"/name"}},
		{"null for the address", `{"homepage_url":null}`, []string{"/homepage_url"}},
		{"null for the lifecycle", `{"lifecycle":null}`, []string{"/lifecycle"}},
		{"null for the paywall", `{"paywall":null}`, []string{"/paywall"}},
		{"unknown field", `{"notes":"x","colour":"red"}`, []string{"/colour"}},
		{"endpoints, which have their own operations", `{"endpoints":[]}`, []string{"/endpoints"}},
		{"archived lifecycle", `{"lifecycle":"archived"}`, []string{"/lifecycle"}},
		{"version", `{"version":1}`, []string{"/version"}},
		{"country that doesn't match the region", `{"country":"FR"}`, []string{"/region"}},
		{"null for the country of a region", `{"country":null}`, []string{"/region"}},
		{"null inside a list", `{"tags":["a",null]}`, []string{"/tags/1"}},
		{"wrong type", `{"tier":"2"}`, []string{"/tier"}},
		{"a number written as a fraction", `{"tier":5.0}`, []string{"/tier"}},
		{"a number with an exponent", `{"tier":5e0}`, []string{"/tier"}},
		{"unknown enum value", `{"media_type":""}`, []string{"/media_type"}},
		{"text instead of a time", `{"lifecycle":"paused","paused_until":"tomorrow"}`, []string{"/paused_until"}},
		{"impossible date", `{"lifecycle":"paused","paused_until":"2030-02-30T00:00:00Z"}`, []string{"/paused_until"}},
		{"a time without a zone", `{"lifecycle":"paused","paused_until":"2030-02-20T00:00:00"}`, []string{"/paused_until"}},
		{"time in the past", `{"lifecycle":"paused","paused_until":"2020-02-20T00:00:00Z"}`, []string{"/paused_until"}},
		{"reason with NUL", `{"lifecycle":"paused","pause_reason":"a\u0000"}`, []string{"/pause_reason"}},
		{"two fields", `{"tier":9,"paywall":"soft"}`, []string{"/tier", "/paywall"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			checkFields(t, editor.in(t).patch(source.path, source.etag, c.patch).problem(problem.Invalid), c.pointers...)
		})
	}
	editor.patch(source.path, source.etag, `{"lifecycle":"draft"}`).problem(problem.BadTransition)
	editor.patch(paused.path, paused.etag, `{"lifecycle":"draft"}`).problem(problem.BadTransition)
}

func TestPatchWithoutChangeKeepsVersionAndHistory(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	source := editor.create("The Daily", everyDetail)
	endpoint := editor.post(source.path+"/endpoints", `{"kind":"rss","url":"https://the-daily.example/rss","name":"All"}`).
		want(201)
	current := editor.get(source.path).etag()
	a.expectUnchanged()
	for _, patch := range []string{
		"{" + everyDetail + "}", `{"name":" The Daily"}`, `{"tags":["Sport","daily","SPORT"]}`, `{"country":"es"}`,
		`{"homepage_url":"HTTPS://The-Daily.example:443"}`, `{"paused_until":null,"pause_reason":null}`,
	} {
		if got := editor.patch(source.path, current, patch).want(200); got.etag() != current {
			t.Errorf("%s: ETag %s", patch, got.etag())
		}
	}
	for _, patch := range []string{`{"kind":"rss"}`, `{"name":"All","section":null}`,
		`{"url":"https://the-daily.example/rss#top"}`} {
		if got := editor.patch(endpoint.header.Get("Location"), endpoint.etag(),
			patch).want(200); got.etag() != endpoint.etag() {
			t.Errorf("%s: ETag %s", patch, got.etag())
		}
	}
}
