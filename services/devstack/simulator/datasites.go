package simulator

import (
	"embed"
	"net/http"
	"path"
	"regexp"
	"time"

	"sigs.k8s.io/yaml"
)

// siteFiles are the descriptions of outlets: each file has the hosts of one outlet and the expected
// result of discovery.
//
//go:embed sites/*.yaml
var siteFiles embed.FS

// siteFile is the content of a file of siteFiles. {{host}} in an address, a page or a header is
// replaced by the base address of that host.
type siteFile struct {
	Class string     `json:"class"`
	Hosts []hostData `json:"hosts"`
}

// hostData is a host of an outlet. Only the first host of a file needs a name.
type hostData struct {
	Host     string     `json:"host"`
	Name     string     `json:"name"`
	Language string     `json:"language"`
	Country  string     `json:"country"`
	About    string     `json:"about"`
	Head     string     `json:"head"` // additional markup in the head of the default homepage
	Body     string     `json:"body"` // additional markup in its body
	Feeds    []feedData `json:"feeds"`
	// The key is the path; "/" replaces the default homepage, "*" answers all other addresses.
	Pages  map[string]pageData `json:"pages"`
	Expect []Expectation       `json:"expect"`

	StandardPorts bool `json:"standard_ports"`
	Secure        bool `json:"secure"`
	SecureOnly    bool `json:"secure_only"`
}

// feedData is a feed with generated items. It is not mentioned on the homepage unless it is
// announced.
type feedData struct {
	Path      string `json:"path"`
	Title     string `json:"title"`
	Heading   string `json:"heading"`
	Kind      string `json:"kind"`  // rss by default
	Every     string `json:"every"` // interval of the items, such as "2h"; one hour by default
	Language  string `json:"language"`
	MediaType string `json:"media_type"`
	Announced bool   `json:"announced"`
	Comments  bool   `json:"comments"`
	Audio     bool   `json:"audio"`    // a podcast
	DaysOld   int    `json:"days_old"` // age of the newest item
	SubsetOf  string `json:"subset_of"`
	Step      int    `json:"step"`
}

// pageData is a response with a fixed body.
type pageData struct {
	Status    int               `json:"status"` // 200 by default
	MediaType string            `json:"media_type"`
	Header    map[string]string `json:"header"`
	Body      string            `json:"body"`
	// NeedsCookie is a cookie that the page sets with a redirect to itself, and without which it shows
	// nothing.
	NeedsCookie string `json:"needs_cookie"`
}

// dataSites returns the sites of siteFiles.
func dataSites(s *Simulator) (sites []*Site, err error) {
	files, err := siteFiles.ReadDir("sites")
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		text, err := siteFiles.ReadFile(path.Join("sites", file.Name()))
		if err != nil {
			return nil, err
		}
		var data siteFile
		if err := yaml.UnmarshalStrict(text, &data); err != nil {
			return nil, err
		}
		for _, host := range data.Hosts {
			site, err := s.siteOf(host)
			if err != nil {
				return nil, err
			}
			sites = append(sites, site)
			for _, e := range host.Expect {
				e.Address, e.Feed, e.OrFeed = s.resolveHosts(e.Address), s.resolveHosts(e.Feed), s.resolveHosts(e.OrFeed)
				site.alsoExpect(data.Class, e)
			}
		}
	}
	return sites, nil
}

// siteOf returns the site of a host.
func (s *Simulator) siteOf(d hostData) (*Site, error) {
	site := s.site(Site{Host: d.Host, Name: d.Name, Language: d.Language, Country: d.Country, About: d.About,
		Head: s.resolveHosts(d.Head), Body: s.resolveHosts(d.Body),
		StandardPorts: d.StandardPorts, Secure: d.Secure, SecureOnly: d.SecureOnly, pages: map[string]http.HandlerFunc{}})
	site.Special = false // tests check its expectation instead
	for _, f := range d.Feeds {
		feed := Feed{Path: f.Path, Title: f.Title, Heading: f.Heading, Kind: "rss", Interval: time.Hour, Language: f.Language,
			MediaType: f.MediaType, Unlinked: !f.Announced,
			Comments: f.Comments, Audio: f.Audio, Age: time.Duration(f.DaysOld) * 24 * time.Hour, SubsetOf: f.SubsetOf,
			Step: f.Step}
		if f.Kind != "" {
			feed.Kind = f.Kind
		}
		if f.Every != "" {
			interval, err := time.ParseDuration(f.Every)
			if err != nil {
				return nil, err
			}
			feed.Interval = interval
		}
		site.Feeds = append(site.Feeds, feed)
	}
	for path, page := range d.Pages {
		if site.pages[path] = s.fixedPage(page); page.NeedsCookie != "" {
			site.pages[path] = site.behindCookie(page.NeedsCookie)
		}
	}
	return site, nil
}

// behindCookie responds with the homepage, or sets a cookie with a redirect to the same address.
func (s *Site) behindCookie(cookie string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Cookie") == cookie {
			s.serveHome(w)
			return
		}
		w.Header().Set("Set-Cookie", cookie+"; Path=/; HttpOnly")
		http.Redirect(w, r, r.URL.RequestURI(), http.StatusFound)
	}
}

// fixedPage responds with a page of a file.
func (s *Simulator) fixedPage(page pageData) http.HandlerFunc {
	body := []byte(s.resolveHosts(page.Body))
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		if page.MediaType != "" {
			w.Header().Set("Content-Type", page.MediaType)
		}
		for name, value := range page.Header {
			w.Header().Set(name, s.resolveHosts(value))
		}
		if page.Status != 0 {
			w.WriteHeader(page.Status)
		}
		_, _ = w.Write(body)
	}
}

var hostPlaceholder = regexp.MustCompile(`\{\{([a-z0-9.-]+)\}\}`)

// resolveHosts replaces the placeholders of hosts.
func (s *Simulator) resolveHosts(text string) string {
	return hostPlaceholder.ReplaceAllStringFunc(text, func(placeholder string) string {
		return s.URL(placeholder[2:len(placeholder)-2], "")
	})
}
