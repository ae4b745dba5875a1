// This program checks endpoints for newsources: it claims due RSS endpoints, fetches them and reports the items.
// Usage: NEWSSOURCES_URL=https://news.example.org NEWSSOURCES_TOKEN=nws_… go run scraper.go
package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"log"
	"net/http"
	"os"
	"time"
)

type item struct {
	GUID  string `xml:"guid" json:"guid,omitempty"`
	Title string `xml:"title" json:"title,omitempty"`
	Link  string `xml:"link" json:"url,omitempty"`
}

type result struct {
	Claim   string `json:"claim"`
	Outcome string `json:"outcome"`
	Status  int    `json:"status,omitempty"`
	Items   []item `json:"items,omitempty"`
}

var client = http.Client{Timeout: 20 * time.Second}

// call sends a JSON request to the API.
func call(path string, request, response any) error {
	body, _ := json.Marshal(request)
	r, _ := http.NewRequest(http.MethodPost, os.Getenv("NEWSSOURCES_URL")+"/newssources/"+path, bytes.NewReader(body))
	r.Header = http.Header{"Authorization": {"Bearer " + os.Getenv("NEWSSOURCES_TOKEN")}, "Content-Type": {"application/json"}}
	answer, err := client.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", path, answer.Status)
	}
	return json.NewDecoder(answer.Body).Decode(response)
}

// check fetches and reads one endpoint.
func check(claim, address string) result {
	answer, err := client.Get(address)
	if err != nil {
		return result{Claim: claim, Outcome: "timeout"}
	}
	defer answer.Body.Close()
	var feed struct {
		Items []item `xml:"channel>item"`
	}
	switch {
	case answer.StatusCode == http.StatusNotFound:
		return result{claim, "not_found", answer.StatusCode, nil}
	case answer.StatusCode != http.StatusOK:
		return result{claim, "server_error", answer.StatusCode, nil}
	case xml.NewDecoder(answer.Body).Decode(&feed) != nil:
		return result{claim, "unreadable", answer.StatusCode, nil}
	}
	return result{claim, "ok", answer.StatusCode, feed.Items}
}

func main() {
	var claimed struct{ Claims []struct{ ID, URL string } }
	if err := call("claims", map[string]any{"kinds": []string{"rss"}, "limit": 20}, &claimed); err != nil {
		log.Fatal(err)
	}
	var results []result
	for _, c := range claimed.Claims {
		results = append(results, check(c.ID, c.URL))
	}
	if len(results) > 0 {
		var recorded any
		if err := call("attempts", map[string]any{"attempts": results}, &recorded); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println(len(results), "endpoints checked")
}
