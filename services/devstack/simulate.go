package main

import (
	"errors"
	"os"
	"time"

	"github.com/newsources/newsources/services/devstack/simulator"
)

const (
	// simulatorAddr is fixed, because the register stores the addresses of simulated sites across
	// restarts.
	simulatorAddr = "127.0.0.1:8090"
	// announceInterval is the time between the items that announces.test announces through its WebSub
	// hub.
	announceInterval = 3 * time.Minute
	// exampleSite is suggested on the console as a first site to add.
	exampleSite = "elejemplo.test"
)

// startSimulator starts the simulated internet. It uses any free port if the stack does or if
// simulatorAddr is in use.
func (s *stack) startSimulator() (*simulator.Simulator, error) {
	addr := simulatorAddr
	if s.port == 0 {
		addr = ""
	}
	options := simulator.Options{Addr: addr}
	if !s.fresh { // tests publish items themselves
		options.AnnounceEvery = announceInterval
	}
	internet, err := simulator.Start(options)
	if err != nil && addr != "" {
		options.Addr = ""
		internet, err = simulator.Start(options)
	}
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(s.sampleList(), internet.SampleList(), 0o644); err != nil {
		return nil, errors.Join(err, internet.Close())
	}
	s.info.Simulator = simulatorInfo{DNS: internet.DNS, Example: internet.URL(exampleSite, "/"), Sites: internet.Names(),
		Expectations: internet.Expectations()}
	return internet, nil
}

// sampleList is the path of the list of simulated outlets, which an empty register offers to
// import. The list of the product has real addresses, which need a network.
func (s *stack) sampleList() string { return s.statePath("sample-sources.opml") }
