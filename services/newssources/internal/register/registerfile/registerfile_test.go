package registerfile

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
	"github.com/newsources/newsources/services/newssources/internal/reading/pagelist"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/listfile"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
	"github.com/newsources/newsources/services/newssources/internal/rules/schedule"
)

// rig is a register with change sets in its own database.
type rig struct {
	t    *testing.T
	db   *postgres.DB
	sets *change.Sets
}

func newRig(t *testing.T) rig {
	t.Helper()
	db := postgres.FromPool(testdb.New(t))
	noJob := func(context.Context, postgres.Tx, uuid.UUID) error { return nil }
	return rig{t, db, change.New(db, source.NewRegister(db, nil), sourcelist.NewReader(db), noJob)}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// export returns all sources as a file.
func (r rig) export() []byte {
	r.t.Helper()
	list, err := source.LoadAfter(r.t.Context(), r.db.Pool, uuid.Nil, 100)
	must(r.t, err)
	var file bytes.Buffer
	records, err := listfile.FromSources(r.t.Context(), r.db.Pool, list)
	must(r.t, err)
	for _, record := range records {
		must(r.t, json.NewEncoder(&file).Encode(record))
	}
	return file.Bytes()
}

// expectEmpty checks that a file changes nothing.
func (r rig) expectEmpty(file []byte) {
	r.t.Helper()
	parsed, err := Read("export.ndjson", file)
	must(r.t, err)
	parsed.ArchiveMissing = true
	items, err := parsed.Plan(r.t.Context(), r.db, r.sets)
	must(r.t, err)
	for _, i := range items {
		r.t.Errorf("%s %s %s %s: %s %+v", i.Result, i.Action, i.TargetType, i.TargetName, i.Reason, i.Changes)
	}
}

// TestExportIsAFile expects that the export of a register changes nothing in it, and makes an equal
// register of an empty one.
func TestExportIsAFile(t *testing.T) {
	t.Parallel()
	r, by, ctx := newRig(t), audit.Actor{}, t.Context()
	register, tier := r.sets.Register(), 2
	create := func(domain string, change func(*source.CreateInput)) *source.Source {
		t.Helper()
		input := source.CreateInput{Details: source.Details{Name: domain, HomepageURL: "https://" + domain + "/"}}
		change(&input)
		made, err := register.Create(ctx, by, input)
		must(t, err)
		return made
	}
	create("full.example", func(i *source.CreateInput) {
		i.MediaType, i.Country, i.Region, i.Languages = "newspaper", "ES", "ES-CT", []string{"es", "ca"}
		i.Scope, i.Tier, i.Paywall, i.Rights, i.RightsNote = "regional", &tier, "metered", "permitted", "By e-mail"
		i.Owner, i.Notes, i.Tags = "Owner", "First line\nSecond line", []string{"Press", "Local"}
		i.Endpoints = []source.EndpointDetails{
			{Kind: "rss", URL: "https://full.example/rss", Name: "Front page", Section: "Front", Language: "es",
				Schedule: &schedule.Spec{Mode: "fixed", EverySeconds: 7200}},
			{Kind: "html_list", URL: "https://full.example/news",
				ReadSettings: source.ReadSettings{Charset: "windows-1252", DefaultZone: "Europe/Madrid", IdentityPolicy: "link",
					Recipe: &pagelist.Recipe{List: "article", Link: "a", Title: "h2"}}},
		}
	})
	paused := create("paused.example", func(*source.CreateInput) {})
	_, err := register.Update(ctx, by, paused.ID, paused.Version, func(d *source.Details) {
		d.Lifecycle, d.PauseReason = source.Paused, "Moving"
	})
	must(t, err)
	create("full.example", func(i *source.CreateInput) {
		i.HomepageURL, i.DuplicateReason = "https://full.example/sport", "Own newsroom"
	})
	create("draft.example", func(i *source.CreateInput) { i.Lifecycle = source.Draft })
	retired := source.EndpointDetails{Kind: "rss", URL: "https://old.example/rss", Intent: source.EndpointRetired}
	live := source.EndpointDetails{Kind: "rss", URL: "https://old.example/rss"}
	archived := create("old.example", func(i *source.CreateInput) { i.Endpoints = []source.EndpointDetails{live} })
	create("part-of-old.example", func(i *source.CreateInput) { i.ParentID = &archived.ID })
	_, err = register.Archive(ctx, by, archived.ID, archived.Version)
	must(t, err)
	create("old.example", func(i *source.CreateInput) { // its successor has the same feed
		i.Notes, i.Endpoints = "Continues the archived one", []source.EndpointDetails{live}
	})
	create("new.example", func(i *source.CreateInput) {
		i.Endpoints = []source.EndpointDetails{retired}
		i.Aliases = []source.Alias{{Kind: source.AliasName, Value: "Former name", To: "2020-01-02"}}
	})
	for outlet, homepage := range map[source.Outlet]string{
		{Domain: "news.w4x.example"}:                         "https://news.w4x.example/",
		{Domain: "news.w4x.example", PathPrefix: "/sport"}:   "https://news.w4x.example/sport/today",
		{Domain: "w4x.example"}:                              "https://www.w4x.example/",
		{Domain: "bbc.co.uk"}:                                "https://www.bbc.com/",
		{Domain: "bbc.co.uk", PathPrefix: "/sport"}:          "https://www.bbc.com/sport",
		{Domain: "youtube.com", PathPrefix: "/@paper"}:       "https://www.youtube.com/@Paper",
		{Domain: "paper.github.io", PathPrefix: "/sport"}:    "https://paper.github.io/sport",
		{Domain: "xn--mnchen-3ya.de", PathPrefix: "/%C3%A4"}: "https://münchen.de/ä",
	} {
		create(outlet.Domain+outlet.PathPrefix, func(i *source.CreateInput) {
			i.HomepageURL, i.ImportedOutlet = homepage, &outlet
		})
	}
	host := create("blog.w4x.example", func(i *source.CreateInput) {
		i.ImportedOutlet = &source.Outlet{Domain: "blog.w4x.example"}
	})
	create("part-of-blog.example", func(i *source.CreateInput) { i.ParentID = &host.ID })
	parent := create("z-parent.example", func(*source.CreateInput) {})
	part, err := register.Update(ctx, by, paused.ID, paused.Version+1, func(d *source.Details) { d.ParentID = &parent.ID })
	must(t, err)
	if part.ParentID == nil {
		t.Fatal("the source has no parent")
	}

	file := r.export()
	r.expectEmpty(file)
	empty := newRig(t)
	parsed, err := Read("export.ndjson", file)
	must(t, err)
	set, err := parsed.CreateDraft(ctx, audit.Actor{Name: "Command line"}, empty.sets)
	must(t, err)
	_, err = empty.sets.Apply(ctx, by, set.ID, change.ApplyInput{})
	must(t, err)
	_, err = empty.sets.Run(ctx, set.ID)
	must(t, err)
	empty.expectEmpty(file)
	if got, want := content(t, empty.export()), content(t, file); got != want {
		t.Errorf("the register made of the file is\n%s, want\n%s", got, want)
	}
}

// content returns a file without ids and times, sorted by name.
func content(t *testing.T, file []byte) string {
	t.Helper()
	var lines []string
	for decoder := json.NewDecoder(bytes.NewReader(file)); decoder.More(); {
		var r listfile.Record
		must(t, decoder.Decode(&r))
		r.ID, r.ParentID, r.CreatedAt, r.UpdatedAt, r.ArchivedAt = nil, nil, nil, nil, nil
		for n := range r.Endpoints {
			r.Endpoints[n].ID, r.Endpoints[n].CreatedAt, r.Endpoints[n].UpdatedAt = nil, nil, nil
		}
		line, err := json.Marshal(r)
		must(t, err)
		lines = append(lines, string(line))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// TestArchivedSourcesAreNotChanged expects that a record without a lifecycle neither creates a second source
// beside an archived one nor edits it, and that the file can unarchive it.
func TestArchivedSourcesAreNotChanged(t *testing.T) {
	t.Parallel()
	r, by, ctx := newRig(t), audit.Actor{}, t.Context()
	made, err := r.sets.Register().Create(ctx, by, source.CreateInput{
		Details: source.Details{Name: "Daily", HomepageURL: "https://daily.example/"}})
	must(t, err)
	_, err = r.sets.Register().Archive(ctx, by, made.ID, made.Version)
	must(t, err)
	for lifecycle, want := range map[string]string{
		"":         "refused This source is archived. Unarchive it, or set its lifecycle in the file.",
		"archived": "", "active": "pending ",
	} {
		record := map[string]string{"homepage_url": "https://daily.example/"}
		if lifecycle != "" {
			record["lifecycle"] = lifecycle
		}
		data, err := json.Marshal([]any{record})
		must(t, err)
		file, err := Read("sources.json", data)
		must(t, err)
		items, err := file.Plan(ctx, r.db, r.sets)
		must(t, err)
		var got string
		for _, i := range items {
			got += string(i.Result) + " " + i.Reason
		}
		if got != want {
			t.Errorf("lifecycle %q: got %q, want %q", lifecycle, got, want)
		}
	}
}

// apply applies a file, and expects that it changes nothing afterwards.
func (r rig) apply(yaml string) error {
	r.t.Helper()
	file, err := Read("sources.yaml", []byte(yaml))
	if err != nil {
		return err
	}
	ctx, by := r.t.Context(), audit.Actor{}
	set, err := file.CreateDraft(ctx, by, r.sets)
	if err != nil {
		return err
	}
	_, err = r.sets.Apply(ctx, by, set.ID, change.ApplyInput{})
	must(r.t, err)
	_, err = r.sets.Run(ctx, set.ID)
	must(r.t, err)
	again, err := Read("sources.yaml", []byte(yaml))
	must(r.t, err)
	items, err := again.Plan(ctx, r.db, r.sets)
	must(r.t, err)
	for _, i := range items {
		r.t.Errorf("after the application of %s, the plan has %s %s %s", yaml, i.Result, i.Action, i.TargetName)
	}
	return nil
}

// TestHomepageOfAnotherOutlet expects that a source is found by the key of a file that has moved its homepage, and that
// no file adds a second source with a homepage.
func TestHomepageOfAnotherOutlet(t *testing.T) {
	t.Parallel()
	r, ctx := newRig(t), t.Context()
	const kid = "- {name: Kid, homepage_url: https://kid.example/, parent: old.example}\n"
	for _, yaml := range []string{
		"- {name: Mover, homepage_url: https://old.example/}\n" + kid,
		"- {name: Mover, canonical_domain: old.example, homepage_url: https://new.example/, " +
			"endpoints: [{url: https://new.example/rss, kind: rss}]}\n" + kid,
		"- {name: Moved, canonical_domain: old.example, homepage_url: https://new.example/news/}\n",
		"- {name: Added, canonical_domain: first.example, homepage_url: https://second.example/}\n",
		"- {name: Added 2, homepage_url: https://second.example/}\n",
		"- {name: Paper, homepage_url: https://paper.example/}\n" +
			"- {name: Sport, path_prefix: sport/, homepage_url: https://paper.example/sport/today}\n",
		"- {name: Channel, homepage_url: https://www.youtube.com/@first}\n",
		"- {name: Channel 2, canonical_domain: youtube.com, path_prefix: /@first, " +
			"homepage_url: https://www.youtube.com/@second}\n",
	} {
		must(t, r.apply(yaml))
	}
	for yaml, want := range map[string]string{
		"- {canonical_domain: old.example, homepage_url: https://new.example/}\n- {homepage_url: https://new.example/news}\n": "" +
			"Entry 1: the homepage does not belong to old.example, but to new.example, which Entry 2 describes.",
		"- {path_prefix: /culture, homepage_url: https://paper.example/}\n": "" +
			"Entry 1: the homepage does not lie below path_prefix (paper.example/culture).",
		"- {path_prefix: /culture, name: Culture}\n": "Entry 1: the source has no valid homepage_url.",
	} {
		if err := r.apply(yaml); err == nil || !strings.Contains(problem.DetailOf(err), want) {
			t.Errorf("%s: got %v, want %s", yaml, err, want)
		}
	}
	var got []string
	list, err := source.LoadAfter(ctx, r.db.Pool, uuid.Nil, 100)
	must(t, err)
	for _, s := range list {
		got = append(got, strings.TrimSpace(s.Name+" "+s.Domain+s.PathPrefix))
	}
	slices.Sort(got)
	want := "Added 2 second.example, Channel 2 youtube.com/@second, Kid kid.example, Moved new.example, " +
		"Paper paper.example, Sport paper.example/sport"
	if got := strings.Join(got, ", "); got != want {
		t.Errorf("the sources are %s, want %s", got, want)
	}
}

// TestRetiredEndpointIsActiveAgain expects that a file from which an endpoint was removed can be restored.
func TestRetiredEndpointIsActiveAgain(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	const start = "- homepage_url: https://a.example/\n  name: A\n  endpoints:\n  - {url: https://a.example/1, kind: rss}\n"
	const second = "  - {url: https://a.example/2, kind: rss}\n"
	for _, step := range []struct{ yaml, want string }{
		{start + second, "1 active, 2 active"},
		{start, "1 active, 2 retired"},
		{start + second, "1 active, 2 active"},
		{start + strings.Replace(second, "}", ", intent: retired}", 1), "1 active, 2 retired"},
		{start + strings.Replace(second, "}", ", intent: paused}", 1), "1 active, 2 paused"},
		{start + second, "1 active, 2 paused"},
	} {
		must(t, r.apply(step.yaml))
		list, err := source.LoadAfter(t.Context(), r.db.Pool, uuid.Nil, 1)
		must(t, err)
		var got []string
		for _, e := range list[0].Endpoints {
			got = append(got, strings.TrimPrefix(e.URL, "https://a.example/")+" "+string(e.Intent))
		}
		slices.Sort(got)
		if got := strings.Join(got, ", "); got != step.want {
			t.Errorf("the endpoints are %s, want %s after\n%s", got, step.want, step.yaml)
		}
	}
}

// TestTimesMayBeDates expects that each time may be a date or a time as in a table, also without quotation marks.
func TestTimesMayBeDates(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	for _, at := range []string{"2127-05-01", `"2127-05-01"`, "2127-05-01T00:00:00Z", "2127-05-01 00:00"} {
		must(t, r.apply("- {name: A, homepage_url: https://a.example/, lifecycle: paused, paused_until: "+at+", created_at: "+at+
			", updated_at: "+at+", archived_at: "+at+",\n   endpoints: [{url: https://a.example/1, kind: rss, created_at: "+at+
			", updated_at: "+at+"}]}\n"))
		list, err := source.LoadAfter(t.Context(), r.db.Pool, uuid.Nil, 1)
		must(t, err)
		if got := list[0].PausedUntil; got == nil || got.UTC().Format(time.RFC3339) != "2127-05-01T00:00:00Z" {
			t.Errorf("%s: the pause ends at %v", at, got)
		}
	}
	want := "Entry 1: “May” is not a time; write it like 2026-11-26 or 2026-11-26T12:00:00Z."
	if err := r.apply("- {homepage_url: https://a.example/, created_at: May}\n"); err == nil || problem.DetailOf(err) != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
