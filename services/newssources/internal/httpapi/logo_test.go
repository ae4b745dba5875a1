package httpapi

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// square returns a one-colour PNG in base64.
func square(c color.Color, side int) string {
	m := image.NewRGBA(image.Rect(0, 0, side, side))
	for i := range side * side {
		m.Set(i%side, i/side, c)
	}
	var out bytes.Buffer
	if err := png.Encode(&out, m); err != nil {
		panic(err)
	}
	return base64.StdEncoding.EncodeToString(out.Bytes())
}

var (
	redLogo  = square(color.RGBA{0xc0, 0, 0, 0xff}, 16)
	blueLogo = square(color.RGBA{0, 0, 0xc0, 0xff}, 16)
)

func TestLogoCachingAndETag(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	source := editor.create("The Daily", `"logo":"`+redLogo+`"`)
	first := into[api.Source](editor.get(source.path).want(200))
	if first.Logo == nil {
		t.Fatal("no logo")
	}
	if rows := into[api.SourcePage](editor.get("/newssources").want(200)).Items; convert.OrZero(
		rows[0].Logo) != *first.Logo {
		t.Errorf("the list has logo %v", rows[0].Logo)
	}

	const latest, versioned = "private, no-cache", "private, max-age=31536000, immutable"
	tests := []struct {
		name, query, held string
		status            int
		cache             string
	}{
		{"latest version", "", "", 200, latest},
		{"requested version", "?v=" + *first.Logo, "", 200, versioned},
		{"another version", "?v=0123456789abcdef", "", 200, latest},
		{"cached version", "", `"` + *first.Logo + `"`, 304, latest},
		{"cached version as a weak ETag in a list", "?v=" + *first.Logo, `"x", W/"` + *first.Logo + `"`, 304,
			versioned},
		{"any cached version", "", "*", 304, latest},
		{"another cached version", "", `"x"`, 200, latest},
	}
	for _, test := range tests {
		header := []string{"If-None-Match", test.held}
		if test.held == "" {
			header[1] = omit
		}
		got := editor.get(source.path+"/logo"+test.query, header...).want(test.status)
		if got.header.Get("Cache-Control") != test.cache || got.etag() != `"`+*first.Logo+`"` {
			t.Errorf("%s: %v", test.name, got.header)
		}
		if test.status == http.StatusNotModified {
			if len(got.body) > 0 {
				t.Errorf("%s: %d bytes", test.name, len(got.body))
			}
			continue
		}
		if m, err := png.Decode(bytes.NewReader(got.body)); err != nil || m.Bounds() != image.Rect(0, 0, 64, 64) ||
			got.header.Get("Content-Type") != "image/png" {
			t.Errorf("%s: %v, %v", test.name, got.header, err)
		}
	}
	editor.get(source.path + "/logo?v=" + strings.Repeat("x", 65)).problem(problem.UnknownParameter)
	viewer := a.member("Vera", identity.Viewer)
	viewer.get(source.path + "/logo").want(200)
}

func TestLogoCanBeReplacedAndRemoved(t *testing.T) {
	t.Parallel()
	editor := newRig(t).editor()
	source := editor.create("The Daily")
	editor.get(source.path + "/logo").problem(problem.NotFound)
	editor.get("/newssources/0190a0a0-0000-7000-8000-000000000000/logo").problem(problem.NotFound)

	steps := []struct {
		name, body string
		changed    bool
		has        bool
	}{
		{"set", `{"logo":"` + redLogo + `"}`, true, true},
		{"the same logo again", `{"logo":"` + redLogo + `"}`, false, true},
		{"another field", `{"notes":"x"}`, true, true},
		{"replaced", `{"logo":"` + blueLogo + `"}`, true, true},
		{"removed", `{"logo":null}`, true, false},
		{"set with an empty text", `{"logo":""}`, false, false},
		{"set again", `{"logo":"` + redLogo + `"}`, true, true},
	}
	etag, had := source.etag, ""
	for _, step := range steps {
		got := editor.patch(source.path, etag, step.body).want(200)
		if (got.etag() != etag) != step.changed {
			t.Errorf("%s: from %s to %s", step.name, etag, got.etag())
		}
		logo := convert.OrZero(into[api.Source](got).Logo)
		if (logo != "") != step.has || step.changed && !strings.Contains(step.body, "notes") && logo == had {
			t.Errorf("%s: the logo is %q after %q", step.name, logo, had)
		}
		etag, had = got.etag(), logo
		if status := editor.get(source.path + "/logo").status; (status == 200) != step.has {
			t.Errorf("%s: GET of the logo: %d", step.name, status)
		}
	}

	history := into[api.HistoryPage](editor.get(source.path + "/history").want(200)).Items
	if changes := history[0].Changes; len(changes) != 1 || changes[0].Field != "logo" || changes[0].Before != nil {
		t.Errorf("history: %+v", changes)
	}
	if text := string(editor.get(source.path + "/history").body); strings.Contains(text, redLogo[:40]) {
		t.Error("the history contains the image")
	}

	editor.post(source.path+"/archive", "", "If-Match", etag).want(200)
	editor.get(source.path + "/logo").want(200)

	draft := editor.create("A Draft", `"lifecycle":"draft"`, `"logo":"`+redLogo+`"`)
	editor.delete(draft.path, draft.etag).want(204)
	editor.get(draft.path + "/logo").problem(problem.NotFound)
}

func TestInvalidLogosAreRejected(t *testing.T) {
	t.Parallel()
	editor := newRig(t).editor()
	source := editor.create("The Daily", `"logo":"`+redLogo+`"`)
	svg := base64.StdEncoding.EncodeToString([]byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`))
	tests := []struct{ name, logo, says string }{
		{"an SVG", svg, "SVG"},
		{"no base64", "?", "must be encoded in Base64"},
		{"too small", square(color.Black, 2), "2 × 2"},
		{"cut off", redLogo[:80], "damaged"},
		{"an address", "data:image/png;base64," + redLogo, "without a prefix"},
	}
	for _, test := range tests {
		made := editor.post("/newssources", `{"name":"Other","homepage_url":"https://other.example","logo":"`+test.logo+`"}`)
		changed := editor.patch(source.path, source.etag, `{"logo":"`+test.logo+`"}`)
		for _, got := range []*answer{made, changed} {
			p := got.problem(problem.Invalid)
			if len(*p.Errors) != 1 || (*p.Errors)[0].Pointer != "/logo" || !strings.Contains((*p.Errors)[0].Detail, test.says) {
				t.Errorf("%s: %+v", test.name, *p.Errors)
			}
		}
	}
	editor.get(source.path + "/logo").want(200)
}

func TestLogoRequiresSignIn(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	source := a.editor().create("The Daily", `"logo":"`+redLogo+`"`)
	a.withToken("").get(source.path + "/logo").problem(problem.Unauthenticated)
}
