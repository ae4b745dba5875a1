// This program claims due RSS endpoints from the API at NEWSSOURCES_URL with the token NEWSSOURCES_TOKEN, fetches them and reports their items.
package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"encoding/xml"
	"log"
	"net/http"
	"os"
	"time"
)

func callAPI(path string, request map[string]any) (response struct{ Claims []struct{ ID, URL string } }) {
	body, _ := json.Marshal(request)
	r, _ := http.NewRequest(http.MethodPost, os.Getenv("NEWSSOURCES_URL")+"/newssources/"+path, bytes.NewReader(body))
	r.Header = http.Header{"Authorization": {"Bearer " + os.Getenv("NEWSSOURCES_TOKEN")}, "Content-Type": {"application/json"}}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		log.Fatal(err)
	}
	defer answer.Body.Close()
	if err = json.NewDecoder(answer.Body).Decode(&response); err != nil || answer.StatusCode != http.StatusOK {
		log.Fatalf("%s: %s %v", path, answer.Status, err)
	}
	return response
}

func checkEndpoint(claim, address string) map[string]any {
	answer, err := http.Get(address)
	if err != nil {
		return map[string]any{"claim": claim, "outcome": "timeout"}
	}
	defer answer.Body.Close()
	var feed struct {
		Items []struct {
			GUID  string `xml:"guid" json:"guid,omitempty"`
			Title string `xml:"title" json:"title,omitempty"`
			URL   string `xml:"link" json:"url,omitempty"`
		} `xml:"channel>item"`
	}
	if answer.StatusCode == http.StatusOK && xml.NewDecoder(answer.Body).Decode(&feed) == nil {
		return map[string]any{"claim": claim, "outcome": "ok", "status": answer.StatusCode, "items": feed.Items}
	}
	failures := map[int]string{http.StatusOK: "unreadable", http.StatusNotFound: "not_found"}
	return map[string]any{"claim": claim, "outcome": cmp.Or(failures[answer.StatusCode], "server_error"), "status": answer.StatusCode}
}

func main() {
	http.DefaultClient.Timeout = 20 * time.Second
	var attempts []any
	for _, c := range callAPI("claims", map[string]any{"kinds": []string{"rss"}, "limit": 20}).Claims {
		attempts = append(attempts, checkEndpoint(c.ID, c.URL))
	}
	if len(attempts) > 0 {
		callAPI("attempts", map[string]any{"attempts": attempts})
	}
	log.Println(len(attempts), "endpoints checked")
}
