<?php
// Uses the client that OpenAPI Generator makes for PHP.
use OpenAPI\Client\Api\AnalysisApi;
use OpenAPI\Client\Api\PlayApi;
use OpenAPI\Client\Api\ReviewApi;
use OpenAPI\Client\ApiException;
use OpenAPI\Client\Configuration;
use OpenAPI\Client\Model\AnalysisRequest;
use OpenAPI\Client\Model\BestMoveRequest;
use OpenAPI\Client\Model\Outcome;

(@include "GuzzleHttp/autoload.php") || throw new Exception("Guzzle is missing. Install php-guzzlehttp-guzzle.");
spl_autoload_register(function (string $class): void {
    $path = __DIR__ . "/made/lib/" . strtr(substr($class, strlen("OpenAPI\\Client\\")), "\\", "/") . ".php";
    if (is_file($path)) {
        require $path;
    }
});

function check(bool $holds): void
{
    if (!$holds) {
        throw new Exception("not what was expected");
    }
}

$configuration = (new Configuration())->setHost($argv[1]);
$analysis = new AnalysisApi(config: $configuration);

$answer = $analysis->postAnalysis(new AnalysisRequest(["board" => "XO./.X./..O"]));
check($answer->getBestMove() === 3 && $answer->getMoves()[0]->getEstimate() === null);
check($answer->getPosition()->getCells()[0] === "X" && $answer->getPosition()->getCells()[2] === null);
check($analysis->getAnalysis("XO./.X./..O") == $answer);

$turn = new BestMoveRequest(["moves" => [0, 1, 4, 8], "seed" => 2 ** 53 - 1]);
$played = (new PlayApi(config: $configuration))->postBestMove($turn);
check($played->getMove()->getOutcome() === Outcome::WIN && $played->getSeed() === 2 ** 53 - 1);

$review = (new ReviewApi(config: $configuration))->getReview([4, 0, 8]);
check(count($review->getPlies()) === 3 && $review->getPlies()[0]->getVerdict() === $argv[3]);

try {
    $analysis->postAnalysis(new AnalysisRequest(["board" => "XXX/OOO/..."]));
    throw new Exception("an illegal position was accepted");
} catch (ApiException $error) {
    check($error->getCode() === 422);
    check($error->getResponseObject()->getCode() === $argv[2]);
}
