package webpage

import "testing"

func TestRefreshTarget(t *testing.T) {
	t.Parallel()
	meta := func(content string) string {
		return "<meta http-equiv=Content-Type content=x><meta http-equiv=refresh content='" + content + "'>"
	}
	for name, c := range map[string]struct{ html, want string }{
		"meta":                    {meta("0; URL=/portal/"), "https://example.org/portal/"},
		"meta, quoted":            {meta(`5;url="x.php"`), "https://example.org/a/x.php"},
		"meta, with spaces":       {meta("0;URL = https://www.example.org/b"), "https://www.example.org/b"},
		"meta that reloads":       {meta("300; url=/"), ""},
		"meta without a target":   {meta("300"), ""},
		"empty meta":              {meta(""), ""},
		"empty target":            {meta("0; url="), ""},
		"meta to another outlet":  {meta("0; url=https://example.com/"), ""},
		"meta to a script":        {meta("0; url=javascript:x()"), ""},
		"meta with a wrong delay": {meta("x; url=/b"), ""},
		"script":                  {`<script>window.location.href = "/en/";</script>`, "https://example.org/en/"},
		"script that replaces": {`<body><script>location.replace('start.html')</script>`,
			"https://example.org/a/start.html"},
		"script of a page with links":  {`<script>function f() { location = "/x" }</script><a href="/b">News</a>`, ""},
		"script that reloads the page": {`<script>location.href = "/a/"</script>`, ""},
		"script to another outlet":     {`<script>location.href = "https://example.com/"</script>`, ""},
		"frames, of which the last is main": {`<frameset><frame src="menu.html"><frame src="main.html"></frameset>`,
			"https://example.org/a/main.html"},
		"frames of another outlet": {`<frameset><frame src="https://example.com/"></frameset>`, ""},
		"embedded frame":           {`<iframe src="/weather"></iframe>`, ""},
	} {
		if got := parsePage(t, "https://example.org/a/", c.html).RefreshTarget().String(); got != c.want {
			t.Errorf("%s: target %q, want %q", name, got, c.want)
		}
	}
}
