package record

import (
	"fmt"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/checking/queue"
	"github.com/newsources/newsources/services/newssources/internal/platform/secrettext"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
)

// TestSecretsInItems checks that items of feeds that repeat the request do not contain its secrets.
func TestSecretsInItems(t *testing.T) {
	t.Parallel()
	for _, echo := range []string{
		"reader:s3cret pass", "Authorization: Basic cmVhZGVyOnMzY3JldCBwYXNz", "https://a.example/1?access_token=abc123def",
		"https://a.example/1?auth=s3cret%20pass",
		"https://a.example/1/s3cret+pass/x", "token abc123def", "Basic cmVhZGVyOnMzY3JldCBwYXNz=",
	} {
		f := &Finding{Task: &queue.Task{URL: "https://a.example/feed?access_token=abc123def&page=1"},
			Secrets: secrettext.OfPassword("reader", "s3cret pass")}
		f.Document = &feed.Document{Items: []feed.Item{{Title: "About " + echo, URL: "https://a.example/?q=" + echo,
			GUID: echo}}}
		f.HideInItems()
		stored := fmt.Sprintf("%+v", f.Document.Items)
		for _, secret := range []string{"s3cret", "abc123def", "cmVhZGVy"} {
			if strings.Contains(stored, secret) {
				t.Errorf("%s: %s", echo, stored)
			}
		}
		if !strings.Contains(f.Document.Items[0].Title, "About ") || !strings.Contains(stored, secrettext.Hidden) {
			t.Errorf("%s: %s", echo, stored)
		}
	}
}

func TestSecretsInRedirects(t *testing.T) {
	t.Parallel()
	f := &Finding{Task: &queue.Task{URL: "https://a.example/feed"}}
	hops := []fetch.Hop{{URL: "https://a.example/feed", Status: 302, Location: "/feed?access_token=abc&page=2"}}
	hidden := hideInHops(hops, f.sentSecrets())
	if hidden[0].Location != "/feed?access_token=(hidden)&page=2" || hidden[0].URL != hops[0].URL ||
		!strings.Contains(hops[0].Location, "abc") {
		t.Errorf("%+v", hidden)
	}
}
