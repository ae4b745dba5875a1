package main

import (
	"encoding/json"
	"maps"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity/identitytest"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
)

// storyYAML has two paused sources in Spanish with the tag politics, and three others with this tag.
const storyYAML = `
- {name: Uno, homepage_url: "https://uno.example/", languages: [es], tags: [politics], lifecycle: paused}
- {name: Dos, homepage_url: "https://dos.example/", languages: [es], tags: [politics], lifecycle: paused}
- {name: Tres, homepage_url: "https://tres.example/", languages: [es], tags: [politics], lifecycle: active}
- {name: Quatre, homepage_url: "https://quatre.example/", languages: [fr], tags: [politics], lifecycle: paused}
- {name: Cinc, homepage_url: "https://cinc.example/", languages: [ca], tags: [politics], lifecycle: draft}
`

// storyFilter selects the paused sources in Spanish with the tag politics.
const storyFilter = "language=es&lifecycle=paused&tag=politics"

var uuidText = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f-]{27}`)

// storyService starts a service with the sources of storyYAML, the administrator Ana and the contributor Ben.
func storyService(t *testing.T) (ana, ben *service, r *commandRig) {
	t.Helper()
	database := testdb.URL(t)
	ana = startService(t, database, map[string]string{"DEFAULT_ROLE": "contributor",
		"ADMIN_EMAILS": "ana@example.org"})
	ana.signIn()
	copied := *ana
	ben = &copied
	ben.token = identitytest.Unsigned("none", identitytest.Fields{"sub": "ben", "email": "ben@example.org", "name": "Ben"})
	ben.signIn()
	r = &commandRig{T: t, environment: map[string]string{"DATABASE_URL": database}, folder: t.TempDir()}
	r.expect(r.run(0, "apply", r.file("story.yaml", storyYAML)), "changed=5")
	return ana, ben, r
}

// sources returns the ids of the sources that match a filter, by their names.
func (r *commandRig) sources(filter string) map[string]string {
	r.Helper()
	file := filepath.Join(r.folder, "sources.json")
	text, _, _ := strings.Cut(r.run(0, "export", "--format", "json", "--filter", filter, "-"), "\nsources=")
	r.file(filepath.Base(file), text)
	var records []struct{ ID, Name string }
	must(r.T, json.Unmarshal([]byte(text), &records))
	ids := map[string]string{}
	for _, record := range records {
		ids[record.Name] = record.ID
	}
	return ids
}

// TestStoryByCommand finds, changes, undoes, restores, proposes and approves changes of sources, shares a view
// and renames a tag with commands: with the database, and with the API tokens of two members.
func TestStoryByCommand(t *testing.T) {
	t.Parallel()
	for _, way := range []string{"database", "API"} {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			s, _, ana := storyService(t)
			ben := &commandRig{T: t, environment: ana.environment, folder: t.TempDir()}
			if way == "database" {
				mine := storyTeller{t, s}.send(http.StatusCreated, http.MethodPost, "/views",
					`{"name":"Mine","sharing":"members","filter":{"not_assignee":["me"]}}`)["id"].(string)
				ana.expect(ana.run(0, "views"), mine+"\tMine\t5\tnot_assignee=me\n")
				ana.expect(ana.run(1, "change", "--view", mine, "--pause", "--yes"), "but the command is no member")
			}
			if way == "API" {
				ana.environment, ben.environment = s.tokenOf(ana, "ana", "write"), s.tokenOf(ana, "ben", "write")
			}
			tellStory(ana, ben, way == "API")
		})
	}
}

// tokenOf creates an API token of a member, and returns the environment of commands that use it.
func (s *service) tokenOf(r *commandRig, member, scope string) map[string]string {
	r.Helper()
	p := runToEnd(r.T, r.environment, "token", "create", "--owner", member+"@example.org", "--name", member, "--scope",
		scope)
	return map[string]string{"NEWSSOURCES_API": s.api, "NEWSSOURCES_TOKEN": p.out.String()}
}

func tellStory(ana, ben *commandRig, isAPI bool) {
	retag := []string{"change", "--filter", storyFilter, "--add-tag", "política", "--remove-tag", "politics"}
	before := time.Now()
	preview := ana.run(0, append(retag, "--dry-run")...)
	ana.expect(preview, "pending\tsource\tUno\ttags", "pending\tsource\tDos\ttags", "pending=2 changed=0")
	changed := ana.run(0, append(retag, "--yes", "--reason", "One language")...)
	ana.expect(changed, "pending=0 changed=2")
	ana.expect(ana.run(0, "undo", uuidText.FindString(changed), "--items", "1", "--yes"), "changed=1")

	retagged := ana.sources("tag=política")
	if len(retagged) != 1 || len(ana.sources(storyFilter)) != 1 {
		ana.Fatalf("after the undo of one: %v", retagged)
	}
	for _, id := range retagged {
		at := before.Format(time.RFC3339Nano)
		ana.expect(ana.run(0, "restore", id, "--at", at, "--dry-run"), "tags\t[\"política\"]\t[\"politics\"]", "pending=1")
		ana.expect(ana.run(0, "restore", id, "--at", at, "--yes"), "changed=1")
		ana.expect(ana.run(1, "restore", id, "--at", "yesterday", "--yes"), "usage:")
	}
	if n := len(ana.sources(storyFilter)); n != 2 {
		ana.Fatalf("after the restoration: %d sources", n)
	}
	draft := ana.sources("lifecycle=draft")["Cinc"]
	ana.expect(ana.run(0, "change", "--filter", "lifecycle=draft", "--delete", "--yes"), "changed=1")
	ana.expect(ana.run(0, "restore", draft, "--yes"), "changed=1")
	if ana.sources("lifecycle=draft&tag=politics")["Cinc"] != draft {
		ana.Errorf("the deleted source was not restored")
	}

	propose := []string{"change", "--filter", storyFilter, "--set", "country=MX", "--propose"}
	ana.expect(ben.run(0, propose...), "pending\tsource\tDos\tcountry", "pending=2 changed=0")
	proposal := uuidText.FindString(ana.run(0, "change-sets", "--state", "proposed"))
	ana.expect(ana.run(0, "change-sets", proposal), "1\tpending\tsource\t", "2\tpending\tsource\t", "pending=2")
	if isAPI {
		ana.expect(ben.run(1, "approve", proposal), "this requires the role editor")
	}
	approved := ana.run(2, "approve", proposal, "--items", "1", "--reason", "The other is in Spain")
	ana.expect(approved, "Rejected: The other is in Spain", "pending=0 changed=1 unchanged=0 conflict=0 refused=1")
	ana.expect(ana.run(1, "reject", proposal, "--reason", "Late"), "Another member has decided")
	second := uuidText.FindString(ben.run(0, propose...))
	ana.expect(ana.run(0, "reject", second, "--reason", "No"), "rejected "+second)
	if n := len(ana.sources("country=MX")); n != 1 {
		ana.Errorf("%d sources are in Mexico", n)
	}
	if isAPI { // the change of a contributor becomes a proposal in any case
		propose[len(propose)-1] = "--yes"
		ana.expect(ben.run(2, propose...), "Another member must approve this change set. Nothing was changed yet.")
	}

	ana.expect(ana.run(1, "change-sets", "--state", "open"), "“open” is not a state")
	save := []string{"views", "save", "En pausa", "--filter", storyFilter}
	if !isAPI {
		ana.expect(ana.run(1, save...), "--owner is required with the database")
		save = append(save, "--owner", "ana@example.org")
	}
	view := strings.TrimSpace(ana.run(0, save...))
	ana.expect(ben.run(0, "views"), view+"\tEn pausa\t2\t"+storyFilter+"\n")
	ana.expect(ben.run(0, "export", "--view", view, "-"), "sources=2")
	ana.expect(ben.run(0, "change", "--view", view, "--clear", "languages", "--dry-run"), "pending=2")
	if isAPI {
		ana.expect(ben.run(1, "views", "delete", view), "Only Ana")
	}
	ana.expect(ana.run(0, "views", "delete", view), "deleted "+view)
	ana.expect(ana.run(1, "change", "--view", view, "--clear", "languages", "--dry-run"), "You can't open this view")

	everywhere := "tag=politics&lifecycle=draft&lifecycle=active&lifecycle=paused&lifecycle=archived"
	ana.expect(ana.run(0, "change", "--filter", everywhere, "--rename-tag", "politics=Politik", "--yes"), "changed=5")
	if n := len(ana.sources("tag=Politik&lifecycle=draft&lifecycle=active&lifecycle=paused")); n != 5 {
		ana.Errorf("%d sources have the new tag", n)
	}
}

// TestCommandsOfReadTokens checks that a token without the scope write changes nothing.
func TestCommandsOfReadTokens(t *testing.T) {
	t.Parallel()
	s, _, r := storyService(t)
	r.environment = s.tokenOf(r, "ana", "read")
	r.expect(r.run(0, "change-sets"), "\tapplied\t")
	for _, args := range [][]string{
		{"change", "--filter", storyFilter, "--pause", "--dry-run"},
		{"views", "save", "A", "--filter", storyFilter},
		{"approve", "01920000-0000-7000-8000-000000000000"},
	} {
		r.expect(r.run(1, args...), "doesn't have the scope write")
	}
	r.expect(r.run(1, "views", "save", "A"), "usage:")
	r.expect(r.run(1, "reject", "01920000-0000-7000-8000-000000000000"), "usage:")
}

// storyTeller sends requests of a member.
type storyTeller struct {
	*testing.T
	*service
}

// send sends a request, expects a status and returns the response. It waits for the end of the preview and
// of the application of a change set.
func (a storyTeller) send(status int, method, path, body string, header ...string) map[string]any {
	a.Helper()
	if body != "" {
		header = append([]string{"Content-Type", "application/json"}, header...)
	}
	got := a.call(a.Context(), method, "/newssources"+path, body, header...)
	if got.status != status {
		a.Fatalf("%s %s: %d %s %v", method, path, got.status, got.body, got.err)
	}
	var out map[string]any
	if len(got.body) > 0 {
		must(a.T, json.Unmarshal(got.body, &out))
	}
	if _, isSet := out["preview_complete"]; isSet {
		waitUntil(a.T, "the change set does not end", func() bool {
			got := a.get("/newssources/change-sets/" + out["id"].(string))
			maps.Copy(out, map[string]any{"state": nil})
			return json.Unmarshal(got.body, &out) == nil && out["state"] != "applying" && out["preview_complete"] == true
		})
	}
	return out
}

// change sends a request that makes a draft of count pending items, applies it and returns its id.
func (a storyTeller) change(count float64, path, body string) (id string) {
	a.Helper()
	draft := a.send(http.StatusCreated, http.MethodPost, path, body)
	id = draft["id"].(string)
	if n := draft["counts"].(map[string]any)["pending"]; n != count {
		a.Fatalf("%s %s: %v items are pending, want %v", path, body, n, count)
	}
	a.send(http.StatusAccepted, http.MethodPost, "/change-sets/"+id+"/apply", `{}`)
	return id
}

// total returns the number of sources that match a filter.
func (a storyTeller) total(filter string) any {
	a.Helper()
	return a.send(http.StatusOK, http.MethodGet, "?"+filter, "")["total"]
}

func (a storyTeller) expectTotal(filter string, want float64) {
	a.Helper()
	if n := a.total(filter); n != want {
		a.Errorf("%s: %v sources, want %v", filter, n, want)
	}
}

// TestStoryByAPI tells the story of TestStoryByCommand with requests of two signed-in members.
func TestStoryByAPI(t *testing.T) {
	t.Parallel()
	anaService, benService, r := storyService(t)
	ana, ben := storyTeller{t, anaService}, storyTeller{t, benService}
	selection := `"selection":{"filter":{"language":["es"],"lifecycle":["paused"],"tag":["politics"]}}`
	before := time.Now()
	changed := ana.change(2, "/change-sets", `{`+selection+`,"operations":[
		{"field":"tags","action":"add","values":["política"]},{"field":"tags","action":"remove","values":["politics"]}]}`)
	ana.expectTotal("tag=política", 2)
	ana.change(1, "/change-sets/"+changed+"/undo", `{"items":[1]}`)
	for _, id := range r.sources("tag=política") {
		ana.change(1, "/"+id+"/restore", `{"at":"`+before.UTC().Format(time.RFC3339Nano)+`"}`)
	}
	ana.expectTotal(storyFilter, 2)
	draft := r.sources("lifecycle=draft")["Cinc"]
	ana.change(1, "/change-sets", `{"selection":{"ids":["`+draft+`"]},
		"operations":[{"field":"lifecycle","action":"delete"}]}`)
	ana.expectTotal("lifecycle=draft", 0)
	ana.change(1, "/"+draft+"/restore", `{}`)
	ana.expectTotal("lifecycle=draft&tag=politics", 1)

	country := `{` + selection + `,"operations":[{"field":"country","action":"set","value":"MX"}]}`
	proposal := ben.change(2, "/change-sets", country)
	ben.send(http.StatusForbidden, http.MethodPost, "/change-sets/"+proposal+"/approve", `{}`)
	found := ana.send(http.StatusOK, http.MethodGet, "/change-sets?state=proposed", "")["items"].([]any)
	if len(found) != 1 {
		t.Errorf("%d proposals", len(found))
	}
	approved := ana.send(http.StatusAccepted, http.MethodPost, "/change-sets/"+proposal+"/approve",
		`{"items":[1],"reason":"The other is in Spain"}`)
	if approved["state"] != "applied_in_part" {
		t.Errorf("state %v", approved["state"])
	}
	ana.expectTotal("country=MX", 1)
	second := ana.send(http.StatusCreated, http.MethodPost, "/change-sets", country)["id"].(string)
	own := ana.send(http.StatusAccepted, http.MethodPost, "/change-sets/"+second+"/apply", `{"propose":true}`)
	if own["state"] != "proposed" {
		t.Errorf("an administrator proposed: %v", own["state"])
	}
	ana.send(http.StatusForbidden, http.MethodPost, "/change-sets/"+second+"/approve", `{}`)
	ana.send(http.StatusOK, http.MethodPost, "/change-sets/"+second+"/cancel", "")

	view := ana.send(http.StatusCreated, http.MethodPost, "/views", `{"name":"En pausa","sharing":"members",
		"filter":{"language":["es"],"lifecycle":["paused"],"tag":["politics"]}}`)["id"].(string)
	if name := ben.send(http.StatusOK, http.MethodGet, "/views/"+view, "")["name"]; name != "En pausa" {
		t.Errorf("the contributor sees %v", name)
	}
	ben.send(http.StatusForbidden, http.MethodDelete, "/views/"+view, "", "If-Match", `"1"`)
	ana.change(5, "/change-sets", `{"selection":{"filter":{"tag":["politics"],
		"lifecycle":["draft","active","paused","archived"]}},
		"operations":[{"field":"tags","action":"rename","find":"politics","with":"Politik"}]}`)
	ana.expectTotal("tag=Politik&lifecycle=draft&lifecycle=active&lifecycle=paused", 5)
}
