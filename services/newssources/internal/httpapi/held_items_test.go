package httpapi

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// heldEndpoint is an endpoint that a program checks.
type heldEndpoint struct {
	*person        // the program
	source         api.Source
	host, id, path string
}

// report claims the endpoint and reports a document with the GUIDs of a scheme.
func (e *heldEndpoint) report(scheme string, items int) api.ReportedAttempt {
	a := e.rig
	a.t.Helper()
	a.makeDue(e.id, e.host)
	claims := into[api.ClaimList](e.post("/newssources/claims", `{}`).want(http.StatusOK)).Claims
	if len(claims) != 1 {
		a.t.Fatalf("claims: %+v", claims)
	}
	var list []string
	for i := range items {
		list = append(list, fmt.Sprintf(`{"guid":"%s-%d","title":"Article %d","url":"https://%s/%d"}`, scheme, i, i, e.host,
			i))
	}
	body := `{"attempts":[{"claim":"` + claims[0].Id + `","outcome":"ok","status":200,"items":[` +
		strings.Join(list, ",") + `]}]}`
	return into[api.ReportedAttemptList](e.post("/newssources/attempts", body).want(http.StatusOK)).Results[0]
}

// heldItems returns the held items of the endpoint.
func (e *heldEndpoint) heldItems() api.HeldItems {
	return *into[api.EndpointHeldItems](e.get(e.path).want(http.StatusOK)).Held
}

// decisionBody returns the request body of a decision.
func decisionBody(decision string, version uuid.UUID) string {
	return fmt.Sprintf(`{"decision":%q,"version":%q}`, decision, version)
}

// TestHeldItemsOfPrograms covers an identity storm in the reports of another program, and the
// decisions of members and programs.
func TestHeldItemsOfPrograms(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor, viewer := a.editor(), a.member("Vera", identity.Viewer)
	add := func(host string) *heldEndpoint {
		id := editor.addDue(host, "rss")
		source := into[api.SourcePage](editor.get("/newssources?q=" + host).want(http.StatusOK)).Items[0]
		return &heldEndpoint{editor.program("write"),
			into[api.Source](editor.get("/newssources/" + source.Id.String()).want(http.StatusOK)), host, id,
			"/newssources/" + source.Id.String() + "/endpoints/" + id + "/held-items"}
	}
	health := func(e *heldEndpoint) api.EndpointHealth {
		return into[api.SourceHealth](viewer.get("/newssources/" + e.source.Id.String() + "/health").want(http.StatusOK)).
			Endpoints[0]
	}
	e := add("one.example")
	if got := e.report("first", 50); !got.Recorded || convert.OrZero(got.ItemsNew) != 50 {
		t.Fatalf("first: %+v", got)
	}
	if got := into[api.EndpointHeldItems](viewer.get(e.path).want(http.StatusOK)); got.Held != nil {
		t.Errorf("held before the storm: %+v", got.Held)
	}
	editor.post(e.path+"/decisions", decisionBody("release", uuid.New())).problem(problem.NothingHeld)
	if got := e.report("second", 50); convert.OrZero(got.ItemsNew) != 0 || convert.OrZero(got.Health) != "suspect" {
		t.Fatalf("second: %+v", got)
	}
	if got := health(e); got.State != "suspect" || convert.OrZero(got.Cause) != "identity_storm" ||
		convert.OrZero(got.HeldItems) != 50 || !strings.Contains(convert.OrZero(got.Outlook), "a member decides") {
		t.Errorf("health: %+v", got)
	}
	held := *into[api.EndpointHeldItems](viewer.get(e.path).want(http.StatusOK)).Held
	if held.Count != 50 || held.DocumentItems != 50 || len(held.Sample) != 10 ||
		convert.OrZero(held.Sample[0].Guid) != "second-0" || convert.OrZero(held.Sample[0].Url) != "https://one.example/0" ||
		held.Sample[0].Title != "Article 0" || len(held.Sample[0].FormerIdentity) != 16 ||
		strings.HasPrefix(held.Sample[0].Identity, held.Sample[0].FormerIdentity) {
		t.Errorf("held: %+v", held)
	}

	viewer.post(e.path+"/decisions", decisionBody("release", held.Version)).problem(problem.RoleTooLow)
	editor.program("read").post(e.path+"/decisions", decisionBody("release", held.Version)).problem(problem.ScopeMissing)
	for _, body := range []string{`{}`, decisionBody("store", held.Version), `{"decision":"release"}`} {
		editor.post(e.path+"/decisions", body).problem(problem.Invalid)
	}
	checkFields(t, editor.post(e.path+"/decisions", `{"decision":"release","version":"first"}`).problem(problem.Invalid),
		"/version")
	unknown := "/newssources/" + e.source.Id.String() + "/endpoints/" + uuid.NewString() + "/held-items"
	viewer.get(unknown).problem(problem.NotFound)
	editor.post(unknown+"/decisions", decisionBody("release", held.Version)).problem(problem.NotFound)

	// A document with other identities in the meantime changes what the member saw.
	e.report("third", 50)
	stale := editor.post(e.path+"/decisions", decisionBody("release", held.Version)).problem(problem.StaleVersion)
	if !strings.Contains(convert.OrZero(stale.Detail), "Nothing was changed") || a.count("items") != 50 {
		t.Errorf("%+v, %d items", stale, a.count("items"))
	}
	held = e.heldItems()
	key := []string{"Idempotency-Key", uuid.NewString()}
	first := into[api.HeldItemsDecisionResult](
		editor.post(e.path+"/decisions", decisionBody("release", held.Version), key...).
			want(http.StatusOK))
	if first.Count != 50 || first.State != "ok" || first.Decision != "release" || a.count("items") != 100 {
		t.Errorf("released: %+v, %d items", first, a.count("items"))
	}
	again := into[api.HeldItemsDecisionResult](
		editor.post(e.path+"/decisions", decisionBody("release", held.Version), key...).
			want(http.StatusOK))
	if again != first || a.count("items") != 100 {
		t.Errorf("repeated: %+v, %d items", again, a.count("items"))
	}
	editor.post(e.path+"/decisions", decisionBody("discard", held.Version)).problem(problem.NothingHeld)
	if got := e.report("third", 50); convert.OrZero(got.ItemsNew) != 0 || convert.OrZero(got.Health) != "ok" {
		t.Errorf("after the release: %+v", got)
	}
	if got := health(e); got.State != "ok" || got.HeldItems != nil {
		t.Errorf("health after the release: %+v", got)
	}

	// A program discards the items of another endpoint.
	other := add("two.example")
	other.report("first", 5)
	list := func() []api.HeldEndpoint {
		query := "?source_id=" + e.source.Id.String() + "&source_id=" + other.source.Id.String() + "&source_id=" +
			uuid.NewString()
		return into[api.HeldEndpointList](viewer.get("/newssources/held-items" + query).want(http.StatusOK)).Items
	}
	if got := list(); len(got) != 0 {
		t.Errorf("listed without held items: %+v", got)
	}
	other.report("second", 6) // and one new article
	want := api.HeldEndpoint{SourceId: other.source.Id, SourceName: other.source.Name,
		EndpointId:   uuid.MustParse(other.id),
		EndpointName: other.source.Endpoints[0].Url, Version: other.heldItems().Version, Count: 5}
	if got := list(); len(got) != 1 || got[0] != want {
		t.Errorf("listed %+v, want %+v", got, want)
	}
	viewer.get("/newssources/held-items").problem(problem.UnknownParameter)
	viewer.get("/newssources/held-items?source_id=x").problem(problem.UnknownParameter)
	discarded := into[api.HeldItemsDecisionResult](other.post(other.path+"/decisions",
		decisionBody("discard", other.heldItems().Version)).want(http.StatusOK))
	if discarded.Count != 5 || discarded.State != "ok" {
		t.Errorf("discarded: %+v", discarded)
	}
	if got := other.report("second", 6); convert.OrZero(got.ItemsNew) != 0 || convert.OrZero(got.Health) != "ok" ||
		a.count("items WHERE endpoint_id = $1", other.id) != 6 {
		t.Errorf("after the discard: %+v", got)
	}
	for e, want := range map[*heldEndpoint]string{e: "items.released 50 Edith", other: "items.discarded 5 Edith"} {
		event := into[api.HistoryPage](viewer.get("/newssources/" + e.source.Id.String() + "/history").want(http.StatusOK)).
			Items[0]
		if got := fmt.Sprint(event.Action, " ", event.Changes[0].After, " ", event.Actor.Name); got != want ||
			event.Target.Id.String() != e.id || (event.Actor.Token != nil) != (e == other) {
			t.Errorf("the history has %s of %+v by %+v, want %s", got, event.Target, event.Actor, want)
		}
	}
}
