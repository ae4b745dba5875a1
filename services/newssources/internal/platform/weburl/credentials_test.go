package weburl

import (
	"net/url"
	"os"
	"strings"
	"testing"
)

func TestSplitCredentials(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, address, username, password string }{
		{"https://joe:pw@example.org/feed", "https://example.org/feed", "joe", "pw"},
		{" https://joe:pw@example.org/feed ", " https://example.org/feed ", "joe", "pw"},
		{"HTTPS://Joe:Pw@Example.org:8443/feed?a=b@c#d@e", "HTTPS://Example.org:8443/feed?a=b@c#d@e", "Joe", "Pw"},
		{"feed://joe:pw@example.org/feed", "feed://example.org/feed", "joe", "pw"},
		{"feed:https://joe:pw@example.org/feed", "feed:https://example.org/feed", "joe", "pw"},
		{"//joe:pw@example.org/feed", "//example.org/feed", "joe", "pw"},
		{"joe:pw@example.org/feed", "example.org/feed", "joe", "pw"},
		{"joe:pw@example.org", "example.org", "joe", "pw"},
		{"joe.doe:pw@example.org", "example.org", "joe.doe", "pw"},
		{"joe@example.org/feed", "example.org/feed", "joe", ""},
		{"https://joe@example.org", "https://example.org", "joe", ""},
		{"https://:pw@example.org/", "https://example.org/", "", "pw"},
		{"https://@example.org/", "https://example.org/", "", ""},
		{"https://:@example.org/", "https://example.org/", "", ""},
		{"https://joe:p%40s%3As%2F@example.org/", "https://example.org/", "joe", "p@s:s/"},
		{"https://jo%65%3A:100%@example.org/", "https://example.org/", "joe:", "100%"},
		{"https://joe:a:b+c@example.org/", "https://example.org/", "joe", "a:b+c"},
		{"https://joe@home:pw@example.org/", "https://example.org/", "joe@home", "pw"},
		{"https://joe:p@ss@example.org/@writer", "https://example.org/@writer", "joe", "p@ss"},
		{"https://joe:pa/ss@example.org/feed", "https://example.org/feed", "joe", "pa/ss"},
		{"https://joe:pa#s?s@example.org/@writer", "https://example.org/@writer", "joe", "pa#s?s"},
		{"https://joe:p/a@ss@example.org/", "https://example.org/", "joe", "p/a@ss"},
		{`https://joe:pa\ss@example.org/`, "https://example.org/", "joe", `pa\ss`},
		{"https://joe:12/34@example.org/", "https://example.org/", "joe", "12/34"},
		{"joe:pa/ss@example.org", "example.org", "joe", "pa/ss"},
		{"https://joe:p w@example.org/", "https://example.org/", "joe", "p w"},
		{"https://joe:pw＠example.org/", "https://example.org/", "joe", "pw"},
		{"https://joe:pw﹫example.org/", "https://example.org/", "joe", "pw"},
		{"https:joe:pw@example.org/", "https:example.org/", "joe", "pw"},
		{"https:/joe:pw@example.org/", "https:/example.org/", "joe", "pw"},
		{`https:\\joe:pw@example.org/`, `https:\\example.org/`, "joe", "pw"},
		{"htps://joe:pw@example.org/", "htps://example.org/", "joe", "pw"},
		{"http://https://joe:pw@example.org/", "http://https://example.org/", "joe", "pw"},
		{"view-source:https://joe:pw@example.org/", "view-source:https://example.org/", "joe", "pw"},
		{"ftp://joe:pw@example.org/", "ftp://example.org/", "joe", "pw"},
		{"https://joe:pw@", "https://", "joe", "pw"},
		{"joe@//ann:pw@//example.org/", "//example.org/", "joe", ""},
		{"https://joe:пароль@новости.рф/", "https://новости.рф/", "joe", "пароль"},
	} {
		address, username, password := SplitCredentials(c.text)
		if address != c.address || username != c.username || password != c.password {
			t.Errorf("%q: got %q, %q, %q", c.text, address, username, password)
		}
		if _, err := Parse(c.text); err == nil {
			t.Errorf("Parse accepts %q", c.text)
		}
	}
}

func TestTextsWithoutCredentialsAreUnchanged(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", "@", ":", "::", "https:", "https://", "//", "https://example.org/@writer", "https://example.org:8080/@writer",
		"example.org:8080/@writer",
		"https://example.org?mail=a@b", "https://example.org:/a@b", "joe@example.org", "@joe@social.example", "@joe",
		"@joe/feed", "mailto:joe@example.org",
		"https://[::1]:80/@x", "https://[::1]/@x", "::1/@x", "joe:pw", "example.org/a:b@c",
		"https://example.org\\@evil.example/",
	} {
		if address, username, password := SplitCredentials(text); address != text || username+password != "" {
			t.Errorf("%q: got %q, %q, %q", text, address, username, password)
		}
	}
}

// TestErrorsContainNoPassword checks the error and the remaining address of malformed texts with
// credentials.
func TestErrorsContainNoPassword(t *testing.T) {
	t.Parallel()
	const secret = "s3cret"
	for _, format := range []string{
		"https://joe:X@localhost/", "https://joe:X/@example.org", "https://joe:X/y@localhost/", "joe:X@10.0.0.1",
		"https://joe:X@example.org:99999/", "https:joe:X@example.org",
		"htps://joe:X@example.org/", "https://joe:X＠example.org/", "joe:X/y@example.org", "X:y/z@example.org",
		"X:y@example.org", "https://X@example.org/%", "https://joe:y/X@exa mple.org",
	} {
		text := strings.ReplaceAll(format, "X", secret)
		if _, err := Parse(text); err == nil || strings.Contains(err.Error(), secret) {
			t.Errorf("%s: %v", text, err)
		}
		if address, _, _ := SplitCredentials(text); strings.Contains(address, secret) {
			t.Errorf("%s: %s remains", text, address)
		}
	}
}

func TestHideCredentials(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                                "",
		"News: all of it":                 "News: all of it",
		"joe@example.org":                 "joe@example.org",
		"https://joe:pw@example.org/feed": "https://example.org/feed",
		"see (https://joe:pw@example.org/feed) or\nhttp://ann:x@y@b.example, c": "see (https://example.org/feed) " +
			"or\nhttp://b.example, c",
		"é\u00a0https://joe:pw@example.org é https://":                      "é\u00a0https://example.org é https://",
		"日https://joe:pw@example.org":                                       "日https://example.org",
		"https://a.example,https://joe:pw@b.example/x|HTTP://ann@c.example": "https://a.example,https://b.example/x|HTTP://c.example",
		"<https://joe:a,b@a.example>(feed://joe:pw@b.example)":              "<https://a.example>(feed://b.example)",
		"://joe:pw@example.org":                                             "example.org",
		"\xffhttps://joe:pw@example.org\xff":                                "\xffhttps://example.org\xff",
	} {
		if got := HideCredentials(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

// TestCredentialsTable has the cases that the web app must handle equally.
func TestCredentialsTable(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("testdata/credentials.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		text, want, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if !ok {
			continue // a comment
		}
		if got := HideCredentials(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
		if again := HideCredentials(want); again != want {
			t.Errorf("%q becomes %q when repeated", want, again)
		}
	}
}

func TestMaskSecrets(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"GET /a?token=S3CRET99&b=1: refused", "host=db password=S3CRET99 user=app", "next=%2Ffeed%3Fapi_key%3DS3CRET99",
		"next=%252Ffeed%253Faccess_token%253DS3CRET99",
		"/feed?X-Amz-Security-Token=S3CRET99&x=1", "/feed?X-Goog-Signature=S3CRET99", "/feed?X-Amz-Credential=S3CRET99",
		"/feed?AWSAccessKeyId=S3CRET99", "/f?Key-Pair-Id=S3CRET99",
		"/cb?code=S3CRET99&state=x", "/cb#id_token=S3CRET99", "/cb?ticket=S3CRET99", "/cb?service_ticket=S3CRET99",
		"/cb?SAMLResponse=S3CRET99", "/a?hdnts=S3CRET99", "/a?Policy=S3CRET99",
		"/a?PHPSESSID=S3CRET99", "/a;jsessionid=S3CRET99", "/a?sess=S3CRET99", "/a?_wpnonce=S3CRET99", "/a?csrf=S3CRET99",
		"/a?sign=S3CRET99", "/a?hash=S3CRET99", "/a?token_v2=S3CRET99",
		"/a?bearer=S3CRET99", "/a?apikey=S3CRET99", "/a?apiKey=S3CRET99", "/a?user%5Bpassword%5D=S3CRET99",
		"/a?oauth_verifier=S3CRET99",
		`{"access_token":"S3CRET99"}`, `{"apiKey" : "S3CRET99"}`, `{'secret':'S3CRET99'}`, `{\"jwt\":\"S3CRET99\"}`,
		"{\"feedToken\"\n:\t\"a<b>\nS3CRET99\"}", `"a":1,"b": {"x-API-key":"S3CRET99"}`, "%22token%22%3A%22S3CRET99%22",
		"<p>\nid=1 <a\nhref='/f?id=2&TOKEN=S3CRET99'", "<rss><item><Session_ID>S3CRET99</Session_ID></item>",
		"Date: x\r\nCookie2: S3CRET99\r\nAge: 1",
		"{&quot;token&quot;:&quot;S3CRET99&quot;}", "<token>S3CRET99</token>", "<ns:apiKey>S3CRET99<",
		"X-Api-Key: S3CRET99", "x-auth: S3CRET99", "X-Jwt:S3CRET99", "Cookie: a=S3CRET99; b=S3CRET99",
		"Set-Cookie: id=S3CRET99", "Authorization: Custom S3CRET99", "Bearer S3CRET99",
		"https://joe:S3CRET99@example.org/", "https://S3CRET99@example.org/", "https://S3CRET99:@example.org/",
		"eyJS3CRET99eyJ.S3CRET99.S3CRET99", "nws_S3CRET99S3CRET99",
	} {
		if got := MaskSecrets(text, "[masked]"); strings.Contains(got, "S3CRET99") || !strings.Contains(got, "[masked]") {
			t.Errorf("%q becomes %q", text, got)
		}
	}
	for text, want := range map[string]string{
		"GET /a?token=abc&b=1: refused": "GET /a?token=[masked]&b=1: refused",
		"postgres://app:pw@db:5432/x":   "postgres://[masked]@db:5432/x",
		"<token>abc</token>":            "<token>[masked]</token>",
	} {
		if got := MaskSecrets(text, "[masked]"); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
	for _, text := range []string{
		"a=1&b=eyes, keyword=x, passage=y", "https://a.example/?X-Amz-Signature=", "https://a.example/@writer",
		"status_code=404 code=23505", "zipcode=12345678", "invalid token: it has expired",
		`{"tokens":"many"}`, "count=3&tokens=2", "the key: value", "2026-11-23T10:00:00Z", "https://a.example:8080/x@y",
		"<title>The secret of success</title>", "bearer of news", "design=modernist", "statecode=1234567890",
	} {
		if got := MaskSecrets(text, "[masked]"); got != text {
			t.Errorf("%q becomes %q", text, got)
		}
	}
}

func TestSecretParameters(t *testing.T) {
	t.Parallel()
	u, err := Parse("https://example.org/feed?section=news&token=ab%20c&key=&auth=sports")
	if err != nil {
		t.Fatal(err)
	}
	if got := u.SecretParameters(); len(got) != 1 || got[0] != "ab%20c" {
		t.Errorf("got %q", got)
	}
}

func TestKeepsCredentialsOf(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		from, to string
		keeps    bool
	}{
		{"https://a.example/1", "https://A.example./2?x", true},
		{"http://a.example/", "https://a.example/", true},
		{"https://a.example/", "http://a.example/", false},
		{"http://a.example:8080/", "https://a.example/", false},
		{"http://a.example/", "https://a.example:8443/", false},
		{"https://a.example:8443/", "https://a.example:8443/x", true},
		{"https://a.example/", "https://a.example:8443/", false},
		{"https://a.example/", "https://www.a.example/", false},
		{"https://a.example/", "https://b.example/", false},
	} {
		from, err1 := Parse(c.from)
		to, err2 := Parse(c.to)
		if err1 != nil || err2 != nil || to.KeepsCredentialsOf(from) != c.keeps {
			t.Errorf("from %s to %s: %v %v", c.from, c.to, err1, err2)
		}
	}
}

func FuzzSplitCredentials(f *testing.F) {
	for _, r := range golden(f) {
		f.Add(r.given)
	}
	f.Add("https://joe:p/a@ss@example.org/")
	f.Add("h@//ttp@//169.254.169.254/latest/meta-data")
	f.Add("a?token=1&key=2;sid=3%26auth%3d4 joe:pw@b.example")
	f.Fuzz(func(t *testing.T, text string) {
		address, username, password := SplitCredentials(text)
		if len(address)+len(username)+len(password) > len(text) {
			t.Errorf("%q: got %q, %q, %q", text, address, username, password)
		}
		if u, err := Parse(text); err == nil && address != text {
			t.Errorf("Parse accepts %q as %s, but SplitCredentials returns %q", text, u, address)
		}
		if again, _, _ := SplitCredentials(address); again != address {
			t.Errorf("%q: got %q, and %q when repeated", text, address, again)
		}
		if shown, err := url.Parse(address); err == nil && shown.User != nil && strings.TrimSpace(address) == address {
			t.Errorf("%q: the remaining address %q contains %v", text, address, shown.User)
		}
		_ = HideCredentials(text)
	})
}
